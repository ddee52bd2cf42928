import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

type Props = AnchorProps & Pick<LinkProps, 'state'> & { to: string; children: ReactNode };

/** A link, in a text, to another page of the site. */
export function PageLink(props: Props) {
  return <Anchor component={Link} {...props} />;
}
