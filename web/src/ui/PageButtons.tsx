import { formatNumber } from '@amasin/domain/contract/format.ts';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { List } from '../lib/lists.ts';
import styles from './PageButtons.module.css';

type Props = {
  list: Pick<List, 'total' | 'isLoaded' | 'isOutdated'>;
  /** Rows per page. */
  size: number;
  page: number;
  onPage: (page: number) => void;
};

const icon = { size: 18, 'aria-hidden': true } as const;
const step = { root: styles.step, section: styles.stepIcon };

/** A button for each page; on a phone previous, next and the position. Nothing for a single page. */
export function PageButtons({ list, size, page: requested, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(list.total / size));
  const page = Math.min(requested, pages);
  // The last row of the page was deleted, or the URL is old.
  const isPast = list.isLoaded && !list.isOutdated && requested > pages;
  useEffect(() => {
    if (isPast) onPage(pages);
  }, [isPast, pages, onPage]);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button
        classNames={step}
        variant="default"
        leftSection={<IconChevronLeft {...icon} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Précédente
      </Button>
      <span className={styles.where}>{`Page ${formatNumber(page)} sur ${formatNumber(pages)}`}</span>
      <span className={styles.numbers}>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two gaps differ only by their position
            <span key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={number}
              className={styles.number}
              variant={number === page ? 'light' : 'subtle'}
              aria-current={number === page ? 'page' : undefined}
              aria-label={`Page ${number}`}
              onClick={() => onPage(number)}
            >
              {formatNumber(number)}
            </Button>
          ),
        )}
      </span>
      <Button
        classNames={step}
        variant="default"
        rightSection={<IconChevronRight {...icon} />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Suivante
      </Button>
    </nav>
  );
}

/**
 * The pages with a button: the first, the last, the current one and its neighbours. Null is a gap; a gap of one page is
 * shown as that page.
 */
function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? number - 1;
    if (number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}
