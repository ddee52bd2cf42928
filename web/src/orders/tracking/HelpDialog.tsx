import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconPhone, IconStethoscope } from '@tabler/icons-react';
import { Link } from 'react-router';
import { contact } from '../../lib/contact.ts';
import { formatPhone, telephoneUrl } from '../../lib/format.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import styles from './HelpDialog.module.css';

type Props = { order: Order; opened: boolean; onClose: () => void };

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Whom the customer can reach about an order: us, its pharmacy and its courier once they are assigned, and a doctor. */
export function HelpDialog({ order, opened, onClose }: Props) {
  const { number, pharmacy, deliveryPerson, state } = order;
  const isOpen = state !== 'cancelled';
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title="Besoin d’aide">
      <Stack gap="sm">
        <Text>
          Au téléphone, dites votre numéro de commande : <span className={styles.number}>{number}</span>.
        </Text>
        <Call name="Amasin" phone={contact.phone} />
        {isOpen && pharmacy?.phone ? (
          <Call name={pharmacy.name} part="la pharmacie" phone={pharmacy.phone} />
        ) : null}
        {isOpen && deliveryPerson?.phone ? (
          <Call name={deliveryPerson.name} part="le livreur" phone={deliveryPerson.phone} />
        ) : null}
        <Button
          component={Link}
          to={`/tracking?order=${order._id}&chat=list`}
          // Takes the place of this dialog in the history.
          replace
          size="md"
          fullWidth
          variant="default"
          leftSection={<IconStethoscope {...icon} />}
        >
          Écrire à un médecin
        </Button>
      </Stack>
    </ResponsiveDialog>
  );
}

function Call({ name, part, phone }: { name: string; part?: string; phone: string }) {
  const url = telephoneUrl(phone);
  if (url === null) return null;
  return (
    <Button
      component="a"
      href={url}
      size="md"
      h="auto"
      mih={44}
      py={8}
      fullWidth
      variant="default"
      leftSection={<IconPhone {...icon} />}
    >
      <span className={styles.call}>
        <span>{`Appeler ${name}${part === undefined ? '' : `, ${part}`}`}</span>{' '}
        <span className={styles.phone}>{formatPhone(phone)}</span>
      </span>
    </Button>
  );
}
