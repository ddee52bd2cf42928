import { Stack } from '@mantine/core';
import { Preparing } from '../../orders/preparing/Preparing.tsx';
import { OwnDutySwitch } from '../../pharmacies/duty/OwnDutySwitch.tsx';
import { useSession } from '../../session/session-context.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { UrlPanel } from '../../ui/UrlPanel.tsx';
import { OwnMoney, Statements } from './lazy-panels.ts';

const AccessPanel = lazyWithRetry(() => import('./AccessPanel.tsx').then(({ AccessPanel }) => AccessPanel), {
  height: 180,
  rows: 2,
});

const OwnStock = lazyWithRetry(() => import('../../stock/OwnStock.tsx').then(({ OwnStock }) => OwnStock), {
  height: 480,
});
const Ringing = lazyWithRetry(() => import('../../inquiries/Ringing.tsx').then(({ Ringing }) => Ringing));
const Inquiries = lazyWithRetry(() =>
  import('../../inquiries/Inquiries.tsx').then(({ Inquiries }) => Inquiries),
);
const PharmacyRecalls = lazyWithRetry(() =>
  import('../../recalls/PharmacyRecalls.tsx').then((module) => module.PharmacyRecalls),
);

export const meta = () => [{ title: 'Commandes à préparer · Amasin' }];

export default function PharmacyDashboard() {
  const { user, updateUser } = useSession();
  if (user === null) return null;
  return (
    <>
      <Ringing />
      <UrlPanel
        panels={[
          {
            name: 'orders',
            title: 'Commandes à préparer',
            panel: (
              <>
                <Inquiries />
                <PharmacyRecalls />
                <Preparing />
              </>
            ),
          },
          {
            name: 'liste',
            title: 'Ma liste',
            panel: <OwnStock />,
          },
          {
            name: 'duty',
            title: 'Garde',
            panel: (
              <OwnDutySwitch
                accountId={user._id}
                switched={user.onDuty}
                onSwitched={(onDuty) => updateUser({ ...user, onDuty })}
              />
            ),
          },
          {
            name: 'releves',
            title: 'Relevés',
            panel: (
              <Stack gap={40}>
                <OwnMoney of="pharmacy" />
                <Statements of="pharmacy" />
              </Stack>
            ),
          },
          {
            name: 'connexion',
            title: 'Connexion',
            panel: <AccessPanel user={user} />,
          },
        ]}
      />
    </>
  );
}
