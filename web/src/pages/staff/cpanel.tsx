import { Tabs } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import '@mantine/core/styles/Tabs.layer.css';

export const meta = () => [{ title: 'Administration · Amasin' }];

type Tab = { name: string; label: string; panel: ComponentType };

/** The super administrator's tabs (SPEC 2), each loaded when it is first opened. */
const tabs: readonly [Tab, ...Tab[]] = [
  { name: 'benefice', label: 'Bénéfices', panel: lazy(() => import('../../benefits/BenefitsPanel.tsx')) },
  {
    name: 'users',
    label: 'Utilisateurs',
    panel: lazy(() => import('../../users/accounts/UsersPanel.tsx')),
  },
];

export default function ControlPanel() {
  const [search, setSearch] = useSearchParams();
  const current = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  // Filters and dialogs of one tab mean nothing in another.
  const open = (name: string | null) => setSearch(name === null ? {} : { tab: name }, { replace: true });
  return (
    <>
      <PageTitle title="Administration" />
      <Tabs value={current.name} onChange={open} keepMounted={false}>
        <Tabs.List aria-label="Parties de l’administration" mb="lg">
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name} h={44}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={current.name}>
          <Suspense fallback={<ListSkeleton />}>
            <current.panel />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
