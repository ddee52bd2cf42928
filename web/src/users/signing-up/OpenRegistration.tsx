import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import type { RegisteringType } from '@amasin/domain/house/settings.ts';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useHydrated } from '../../lib/hydration.tsx';
import { keys } from '../../lib/keys.ts';

import { Notice } from '../../ui/Notice.tsx';

type Props = { type: RegisteringType; children: ReactNode };

/** The form of a registration, unless a super administrator has closed it. Without an answer it is shown: the server decides. */
export function OpenRegistration({ type, children }: Props) {
  const { data } = useQuery({
    queryKey: keys.settings.of('house'),
    queryFn: ({ signal }) => call(houseEndpoints.describeHouse, {}, { signal }),
    staleTime: 5 * 60_000,
    // A request that begins during hydration may be forgotten with the first render.
    enabled: useHydrated(),
  });
  if (data?.registrations[type] !== false) return children;
  return (
    <Notice tone="amber" icon={IconLock} title="Les inscriptions sont fermées pour le moment" role="status">
      Appelez-nous si vous avez besoin d’un compte. Ceux qui existent restent ouverts.
    </Notice>
  );
}
