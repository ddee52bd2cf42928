import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import type { HouseIdentity } from '@amasin/domain/house/identity.ts';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useHydrated } from '../../lib/hydration.tsx';
import { keys } from '../../lib/keys.ts';
import { pageMeta } from '../../lib/seo.ts';
import { QueryState } from '../../ui/feedback.tsx';
import { PageLink, PageTitle } from '../../ui/text.tsx';
import styles from './TextParts.module.css';
import { ContactWays } from './TextParts.tsx';

export const meta = () =>
  pageMeta({
    title: 'Mentions légales · Amasin',
    description:
      'Qui est responsable d’Amasin, où il est inscrit, qui héberge vos données et comment le joindre.',
  });

const labels = {
  name: 'Société',
  rccm: 'Registre du commerce (RCCM)',
  ifu: 'Identifiant fiscal (IFU)',
  address: 'Siège',
  representative: 'Représentée par',
  host: 'Hébergement des données',
  apdp: 'Déclaration à l’APDP',
} as const satisfies Record<keyof HouseIdentity, string>;

/** Asks the server for the operator's settings, so that one build serves every house. */
export default function Legal() {
  const identity = useQuery({
    queryKey: keys.settings.of('house'),
    queryFn: ({ signal }) => call(houseEndpoints.describeHouse, {}, { signal }),
    select: ({ house }) => house,
    staleTime: 5 * 60_000,
    // A request that begins during hydration may be forgotten with the first render.
    enabled: useHydrated(),
  });
  return (
    <article className={styles.page}>
      <PageTitle title="Mentions légales" description="Qui est responsable d’Amasin, et de vos données." />
      <section>
        <Title order={2}>Responsable</Title>
        {identity.data === undefined ? (
          <QueryState query={identity} rows={5} height={48} />
        ) : (
          <Identity identity={identity.data} />
        )}
      </section>
      <section>
        <Title order={2}>Nous joindre</Title>
        <ContactWays />
        <Text>
          Les règles de vente sont dans <PageLink to="/conditions">Conditions</PageLink>, vos droits sur vos
          données dans <PageLink to="/confidentialite">Confidentialité</PageLink>.
        </Text>
      </section>
    </article>
  );
}

function Identity({ identity }: { identity: HouseIdentity }) {
  const known = (Object.keys(labels) as (keyof HouseIdentity)[]).filter((field) => identity[field] !== null);
  return (
    <dl className={styles.facts}>
      {known.map((field) => (
        <div key={field}>
          <dt>{labels[field]}</dt>
          <dd>{identity[field]}</dd>
        </div>
      ))}
    </dl>
  );
}
