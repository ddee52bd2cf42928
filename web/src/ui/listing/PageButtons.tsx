import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { List } from '../../lib/api/lists.ts';
import { formatNumber } from '../../lib/format/money.ts';
import styles from './PageButtons.module.css';
import { pageNumbers } from './page-numbers.ts';

type Props = {
  list: Pick<List, 'total' | 'isLoaded' | 'isOutdated'>;
  /** Rows of a page. */
  size: number;
  page: number;
  onPage: (page: number) => void;
};

const icon = { size: 18, 'aria-hidden': true } as const;
const step = { root: styles.step, section: styles.stepIcon };

/** A button for each page on a desk; on a phone the one before, the one after, and where one is. Nothing for one page. */
export function PageButtons({ list, size, page: asked, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(list.total / size));
  const page = Math.min(asked, pages);
  // The last row of its page was deleted, or the address is an old one.
  const isPast = list.isLoaded && !list.isOutdated && asked > pages;
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
      <span className={styles.where}>
        Page {formatNumber(page)} sur {formatNumber(pages)}
      </span>
      <span className={styles.numbers}>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: two gaps are told apart by their place alone
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
