import { Tabs } from '@mantine/core';
import { type ComponentType, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import styles from './AddressTabs.module.css';
import '@mantine/core/styles/Tabs.layer.css';

export type AddressTab = {
  /** As in the address: `?tab=name`; the first one needs none. */
  name: string;
  label: string;
  panel: ComponentType;
};

type Props = { label: string; tabs: readonly [AddressTab, ...AddressTab[]] };

/** The parts of a page, each with its own address. On a phone their row is moved sideways, never broken. */
export function AddressTabs({ label, tabs }: Props) {
  const [search, setSearch] = useSearchParams();
  const current = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  // Filters and dialogs of one tab mean nothing in another.
  const open = (name: string | null) =>
    setSearch(name === null || name === tabs[0].name ? {} : { tab: name }, { replace: true });

  const shown = current.name;
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`[data-tab="${shown}"]`);
    if (!row || !tab) return;
    row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [shown]);

  return (
    <Tabs value={shown} onChange={open} keepMounted={false}>
      <Tabs.List ref={list} className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name} className={styles.tab} data-tab={tab.name}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={shown} value={shown}>
        <current.panel />
      </Tabs.Panel>
    </Tabs>
  );
}
