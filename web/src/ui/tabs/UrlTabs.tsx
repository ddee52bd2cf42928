import { Tabs } from '@mantine/core';
import {
  type ComponentType,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import { useSearchParams } from 'react-router';
import styles from './UrlTabs.module.css';
import '@mantine/core/styles/Tabs.layer.css';

export type UrlTab = {
  /** As in the URL: `?tab=name`; the first tab needs none. */
  name: string;
  label: ReactNode;
  /** A component, or an element when the page passes props. */
  panel: ComponentType | ReactElement;
};

type Props = { label: string; tabs: readonly [UrlTab, ...UrlTab[]] };

/** The tabs of a page, each with its own URL. On a phone their row scrolls horizontally. */
export function UrlTabs({ label, tabs }: Props) {
  const [search, setSearch] = useSearchParams();
  const current = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  // Other parameters are filters and dialogs of the tab that is left.
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
        {isValidElement(current.panel) ? current.panel : <current.panel />}
      </Tabs.Panel>
    </Tabs>
  );
}
