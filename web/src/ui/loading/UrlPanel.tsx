import { VisuallyHidden } from '@mantine/core';
import { type ComponentType, Fragment, isValidElement, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';

export type Panel = {
  /** As in the URL: `?tab=name`; the first panel needs none. */
  name: string;
  /** Its heading, for screen readers: the frame shows the name of the place. */
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
      <VisuallyHidden component="h1">{current.title}</VisuallyHidden>
      {/* Without the key, a panel that loads its code would keep that of another one. */}
      <Fragment key={current.name}>
        {isValidElement(current.panel) ? current.panel : <current.panel />}
      </Fragment>
    </>
  );
}
