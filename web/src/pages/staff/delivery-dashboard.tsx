import { homes } from '@amasin/domain/users/pages.ts';
import { Stack } from '@mantine/core';
import { TodayFigure } from '../../benefits/OwnMoney.tsx';
import { Delivering } from '../../orders/delivering/Delivering.tsx';
import { type Panel, UrlPanel } from '../../ui/UrlPanel.tsx';
import { OwnMoney, Statements } from './lazy-panels.ts';

export const meta = () => [{ title: 'Mes livraisons · Amasin' }];

const GAINS = 'gains';

/** The places of a courier. The first one is loaded with the page: it is read at a gate, often without a network. */
const panels: readonly [Panel, ...Panel[]] = [
  {
    name: 'livraisons',
    title: 'Mes livraisons',
    panel: <Delivering figure={<TodayFigure to={`${homes.deliveryPerson}?tab=${GAINS}`} />} />,
  },
  {
    name: GAINS,
    title: 'Gains',
    panel: (
      <Stack gap={40}>
        <OwnMoney of="deliveryPerson" />
        <Statements of="deliveryPerson" />
      </Stack>
    ),
  },
];

export default function DeliveryDashboard() {
  return <UrlPanel panels={panels} />;
}
