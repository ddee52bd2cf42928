import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format/money.ts';
import styles from './PageButtons.module.css';
import { pageNumbers } from './page-numbers.ts';

type Props = { page: number; pages: number; onPage: (page: number) => void };

const icon = { size: 18, 'aria-hidden': true } as const;
const step = { root: styles.step, section: styles.stepIcon };

/** A button for each page on a desk; on a phone the one before, the one after, and where one is. Nothing for one page. */
export function PageButtons({ page, pages, onPage }: Props) {
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
