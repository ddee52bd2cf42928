import { Title } from '@mantine/core';
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
