import { type PointerEvent, useId, useState } from 'react';
import type { FigureFile } from './DownloadFigures.tsx';
import { FigureTable } from './FigureTable.tsx';
import styles from './plot.module.css';
import { formatDay, formatShort, shortDay, topOf } from './scale.ts';

export type DayValue = { day: string; value: number | null };

type Props = {
  title: string;
  /** One sentence about all days. */
  summary: string;
  file: FigureFile;
  /** Oldest first, at least one. */
  values: readonly DayValue[];
  /** Formats a value: « 12 commandes ». */
  format: (value: number) => string;
  /** Formats a value of the axis. */
  short?: (value: number) => string;
  /** The top of the scale for the largest value. */
  scale?: (largest: number) => number;
};

/** A bar for each day, with the values in a table below. */
export function DayPlot(props: Props) {
  const { title, summary, file, values, format, short = formatShort, scale = topOf } = props;
  const [at, setAt] = useState<number | null>(null);
  const name = useId();
  const top = scale(Math.max(...values.map(({ value }) => value ?? 0)));
  const pointed = at === null ? undefined : values[at];
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * values.length);
    setAt(Math.min(values.length - 1, Math.max(0, index)));
  };

  return (
    <figure className={styles.figure} aria-labelledby={name}>
      <figcaption id={name} className={styles.title}>
        {title}
      </figcaption>
      <p className={styles.summary} data-changing>
        {pointed === undefined
          ? summary
          : `${formatDay(pointed.day)} : ${formatValue(pointed.value, format)}`}
      </p>
      <div className={styles.plot} aria-hidden="true">
        <div className={styles.scale}>
          <span>{short(top)}</span>
          <span>{short(top / 2)}</span>
          <span>{short(0)}</span>
        </div>
        <div
          className={styles.bars}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(null)}
        >
          <svg viewBox={`0 0 ${values.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
            {values.map(({ day, value }, index) => (
              <rect
                key={day}
                className={styles.bar}
                data-pointed={index === at || undefined}
                x={index + 0.12}
                width={0.76}
                y={top - (value ?? 0)}
                height={value ?? 0}
              />
            ))}
          </svg>
        </div>
        <div className={styles.days}>
          {daysNamed(values).map((day) => (
            <span key={day}>{shortDay(day)}</span>
          ))}
        </div>
      </div>
      <FigureTable
        title={title}
        file={file}
        rows={values.toReversed().map(({ day, value }) => ({
          key: day,
          name: formatDay(day),
          value: formatValue(value, format),
          raw: value,
        }))}
      />
    </figure>
  );
}

const formatValue = (value: number | null, format: Props['format']) =>
  value === null ? 'aucune' : format(value);

/** The first, the middle and the last day. */
function daysNamed(values: readonly DayValue[]): string[] {
  const last = values.length - 1;
  return [...new Set([0, Math.round(last / 2), last])].flatMap((index) => values[index]?.day ?? []);
}
