import { type ComponentType, Fragment, isValidElement, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import styles from './UrlPanel.module.css';

export type Panel = {
  /** As in the URL: `?tab=name`; the first panel needs none. */
  name: string;
  /** Its heading. From a tablet on, the frame shows the name of the place: only screen readers have it. */
  title: string;
  /** A component, or an element when the page passes props. */
  panel: ComponentType | ReactElement;
};

/** The panel of a page that the URL names, or else the first one. */
export function UrlPanel({ panels }: { panels: readonly [Panel, ...Panel[]] }) {
  const [search] = useSearchParams();
  const current = panels.find(({ name }) => name === search.get('tab')) ?? panels[0];
  return (
    <>
      <h1 className={styles.heading}>{current.title}</h1>
      {/* Without the key, a panel that loads its code would keep that of another one. */}
      <Fragment key={current.name}>
        {isValidElement(current.panel) ? current.panel : <current.panel />}
      </Fragment>
    </>
  );
}
