import { Anchor, Title } from '@mantine/core';
import { contact } from '../../lib/contact.ts';
import { PhoneLink } from '../../ui/text.tsx';
import styles from './TextParts.module.css';

export type TextPart = { title: string; lines: readonly string[] };

/** The parts of a page of plain text: a title and its lines. */
export function TextParts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ title, lines }) => (
    <section key={title}>
      <Title order={2}>{title}</Title>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ));
}

/** The e-mail address and the telephone of the house. */
export function ContactWays() {
  return (
    <ul className={styles.ways}>
      <li>
        <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>
      </li>
      <li>
        <PhoneLink phone={contact.phone} name="Amasin" />
      </li>
    </ul>
  );
}
