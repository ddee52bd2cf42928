import type { AuditLine } from '@amasin/domain/audit/entry.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';
import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';
import { Cell, Fact, Row } from '../../ui/rows.tsx';
import { DateTime } from '../../ui/text.tsx';
import styles from './journal.module.css';

type Props = {
  line: AuditLine;
  linkTo: (part: { actor?: string; customer?: string; subject?: string }) => Pick<LinkProps, 'to'>;
};

/** « Awa Dossou a changé le prix du médicament … », with links to the lines of the same person, customer or subject. */
export function JournalRow({ line, linkTo }: Props) {
  const { actor, author, customer, subject, text } = line;
  return (
    <Row>
      <Cell quiet>
        <DateTime at={line.at} absolute />
      </Cell>
      <Cell>
        {actor === null ? (
          <span>{author}</span>
        ) : (
          <Anchor component={Link} {...linkTo({ actor: actor._id })} className={styles.person ?? ''}>
            {author}
          </Anchor>
        )}{' '}
        <span>{text}</span>
      </Cell>
      <Cell quiet>
        <Fact label="Rôle">{actor?.type ? userTypeLabels[actor.type] : 'Système'}</Fact>
      </Cell>
      <Cell quiet>
        <div className={styles.links}>
          {customer === null ? null : (
            <Anchor component={Link} {...linkTo({ customer: customer._id })}>
              {`Client : ${customer.name}`}
            </Anchor>
          )}
          <Anchor
            component={Link}
            {...linkTo({ subject })}
            aria-label={`Toute l’histoire : ${author} ${text}`}
          >
            Toute l’histoire
          </Anchor>
        </div>
      </Cell>
    </Row>
  );
}
