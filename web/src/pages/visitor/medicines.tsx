import { Text } from '@mantine/core';
import { pageMeta } from '../../lib/seo.ts';
import { GUEST } from '../../lib/stored.ts';
import { PublicSearch } from '../../medications/PublicSearch.tsx';
import { AddButton, Basket, BasketBar } from '../../orders/ordering/Basket.tsx';
import { useDraft } from '../../orders/ordering/use-draft.ts';
import { typeOf } from '../../session/page-access.ts';
import { useSession } from '../../session/session-context.ts';
import { PageTitle } from '../../ui/text.tsx';
import styles from './medicines.module.css';

export const meta = () =>
  pageMeta({
    title: 'Chercher un médicament · Amasin',
    description:
      'Cherchez un médicament par sa marque ou sa substance, voyez sa forme et son prix, sans compte, puis commandez à Cotonou.',
  });

export default function Medicines() {
  const { user, status } = useSession();
  const customer = user?.active && typeOf(user) === 'customer' ? user : null;
  const whose = customer?._id ?? GUEST;
  // Staff cannot order. While a stored session is checked, it is not known who this is.
  const mayOrder = customer !== null || status === 'visitor';
  return (
    <>
      <PageTitle
        title="Chercher un médicament"
        description="Voyez s’il est au catalogue, et son prix. Vous n’avez pas besoin de compte."
      />
      <Ordering key={whose} personId={whose} address={customer?.address ?? null} mayOrder={mayOrder} />
      <Text size="sm" c="dimmed" mt="lg">
        Ces prix sont ceux du catalogue. Un médicament sur ordonnance se commande avec la photo ou le code de
        votre ordonnance.
      </Text>
    </>
  );
}

type Props = { personId: string; address: string | null; mayOrder: boolean };

function Ordering({ personId, address, mayOrder }: Props) {
  const stored = useDraft(personId, address);
  return (
    <div className={styles.columns}>
      <div className={styles.search}>
        <PublicSearch
          actionOf={(medication) => (mayOrder ? <AddButton stored={stored} medication={medication} /> : null)}
        />
        {mayOrder ? <BasketBar lines={stored.draft.lines} /> : null}
      </div>
      {mayOrder ? <Basket stored={stored} /> : null}
    </div>
  );
}
