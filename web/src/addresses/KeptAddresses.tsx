import { MAX_ADDRESSES } from '@amasin/domain/addresses/limits.ts';
import { Button, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useZones } from '../zones/api.ts';
import styles from './addresses.module.css';
import { describePlace, EDIT, isServed, NEW_ADDRESS, REMOVE, useAddresses } from './api.ts';

const AddressDialogs = lazyDialog(() =>
  import('./AddressDialogs.tsx').then((module) => module.AddressDialogs),
);

/** The places of delivery that the customer keeps: added, changed and removed here. */
export function KeptAddresses() {
  const zones = useZones().data ?? [];
  const query = useAddresses();
  const editing = useDialogUrl(EDIT);
  const removing = useDialogUrl(REMOVE);
  const addresses = query.data;
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={() => editing.open(NEW_ADDRESS)}
    >
      Ajouter un lieu
    </Button>
  );
  return (
    <section aria-labelledby="lieux" className={styles.section}>
      <Title order={2} id="lieux">
        Mes lieux de livraison
      </Title>
      {addresses === undefined ? (
        <QueryState query={query} message="Erreur lors du chargement du profil" rows={1} height={120} />
      ) : addresses.length === 0 ? (
        <EmptyState title="Aucun lieu gardé" titleOrder={3} action={add}>
          Gardez votre maison ou votre travail : un toucher suffit ensuite pour s’y faire livrer.
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list}>
            {addresses.map((address) => (
              <li key={address._id} className={styles.kept}>
                <div className={styles.text}>
                  <strong>{address.name}</strong>
                  <span className={styles.detail}>{describePlace(address, zones)}</span>
                  {zones.length === 0 || isServed(address, zones) ? null : (
                    <span className={styles.detail}>Nous ne livrons plus dans cette zone.</span>
                  )}
                </div>
                <div className={styles.actions}>
                  <Button
                    variant="default"
                    leftSection={<IconPencil size={20} aria-hidden="true" />}
                    onClick={() => editing.open(address._id)}
                    aria-label={`Modifier ${address.name}`}
                  >
                    Modifier
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconTrash size={20} aria-hidden="true" />}
                    onClick={() => removing.open(address._id)}
                    aria-label={`Retirer ${address.name}`}
                  >
                    Retirer
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {addresses.length < MAX_ADDRESSES ? (
            add
          ) : (
            <Text size="xs" c="dimmed">
              Dix lieux au plus. Retirez-en un pour en ajouter un autre.
            </Text>
          )}
        </>
      )}
      {addresses === undefined ? null : (
        <AddressDialogs
          opened={editing.opened || removing.opened}
          onClose={editing.opened ? editing.close : removing.close}
          addresses={addresses}
          zones={zones}
        />
      )}
    </section>
  );
}
