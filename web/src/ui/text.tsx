import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { formatMoment, formatPhone, formatRecent, telephoneUrl } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Heading, Paragraph } from './plain.tsx';
import styles from './text.module.css';

/**
 * A text as an element of its own. A browser that translates the page replaces texts by its own elements: React then
 * no longer finds a text that stands beside other children.
 */
export const asElement = (children: ReactNode): ReactNode =>
  typeof children === 'string' || typeof children === 'number' ? <span>{children}</span> : children;

type DateTimeProps = {
  /** ISO 8601. */
  at: string;
  /** The full date for recent times too. */
  absolute?: boolean;
};

/** « Il y a 5 min » below a day, « ven. 20 nov. à 14 h 05 » from then on; the full date in the tooltip. */
export function DateTime({ at, absolute = false }: DateTimeProps) {
  const now = useNow();
  const moment = new Date(at);
  const full = formatMoment(moment, now);
  return (
    <time dateTime={at} title={full}>
      {absolute ? full : formatRecent(moment, now)}
    </time>
  );
}

type MoneyProps = {
  amount: Fcfa;
  /** A total, larger than its parts. */
  total?: boolean;
};

/** `12 500 F`, with tabular figures; the parent cell aligns it right. */
export function Money({ amount, total = false }: MoneyProps) {
  return (
    <span className={styles.money} translate="no" data-total={total || undefined}>
      {formatMoney(amount)}
    </span>
  );
}

type PhoneLinkProps = {
  phone: string;
  /** The name of the person called: screen readers say « Appeler … ». */
  name?: string;
};

/** A phone number as a link that calls it. */
export function PhoneLink({ phone, name }: PhoneLinkProps) {
  const url = telephoneUrl(phone);
  const shown = formatPhone(phone);
  if (url === null) return <span translate="no">{shown}</span>;
  return (
    <Anchor
      href={url}
      className={styles.phone}
      translate="no"
      {...(name === undefined ? {} : { 'aria-label': `Appeler ${name}, ${shown}` })}
    >
      {shown}
    </Anchor>
  );
}

type PageLinkProps = AnchorProps & Pick<LinkProps, 'state' | 'target'> & { to: string; children: ReactNode };

/** A link, in a text, to another page of the site. */
export function PageLink(props: PageLinkProps) {
  return <Anchor component={Link} {...props} />;
}

type PageTitleProps = {
  title: string;
  /** One short line below it. */
  description?: ReactNode;
  /** The page's main action: on the right on a desktop, below on a phone. */
  action?: ReactNode;
};

export function PageTitle({ title, description, action }: PageTitleProps) {
  return (
    <div className={styles.pageTitle}>
      <div>
        <Heading order={1}>{title}</Heading>
        {description ? (
          <Paragraph quiet className={styles.description}>
            {description}
          </Paragraph>
        ) : null}
      </div>
      {action ? <div className={styles.pageAction}>{action}</div> : null}
    </div>
  );
}
