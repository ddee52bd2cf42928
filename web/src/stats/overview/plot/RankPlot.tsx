import { type ReactNode, useId } from 'react';
import { DownloadFigures, type FigureFile } from './DownloadFigures.tsx';
import styles from './plot.module.css';

export type Rank = { key: string; name: ReactNode; value: number; text: string };

type Props = {
  title: string;
  summary: string;
  ranks: readonly Rank[];
  file: FigureFile;
  /** All names and values, including those that are not shown. */
  rows: readonly (readonly [name: string, value: number])[];
};

/** A bar for each name, with its value in text. */
export function RankPlot({ title, summary, ranks, file, rows }: Props) {
  const name = useId();
  const largest = Math.max(1, ...ranks.map(({ value }) => value));
  return (
    <figure className={styles.figure} aria-labelledby={name}>
      <figcaption id={name} className={styles.title}>
        {title}
      </figcaption>
      <p className={styles.summary}>{summary}</p>
      <ul className={styles.ranks}>
        {ranks.map((rank) => (
          <li key={rank.key} className={styles.rank}>
            <span className={styles.rankName}>{rank.name}</span>
            <span className={styles.rankValue}>{rank.text}</span>
            <svg
              className={styles.rankBar}
              viewBox={`0 0 ${largest} 1`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles.bar} width={rank.value} height={1} />
            </svg>
          </li>
        ))}
      </ul>
      <DownloadFigures title={title} file={file} names={title} rows={rows} />
    </figure>
  );
}
