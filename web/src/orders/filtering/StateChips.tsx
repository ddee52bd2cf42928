import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { type OrderState, orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import type { LinkProps } from 'react-router';
import { stateLooks } from '../../ui/badges.tsx';
import { type FilterLink, FilterLinks } from '../../ui/filters.tsx';

/** Shown until a count is loaded. */
const NOT_LOADED = '–';

/** The value of the state filter: a state, every order, or what the list shows at first. */
export type StateFilter = OrderState | 'all' | '';

type Props = {
  /** All orders that the reader may see, by state; undefined until loaded. */
  counts: Readonly<Record<OrderState, number>> | undefined;
  states: readonly OrderState[];
  reader: UserType;
  current: StateFilter;
  /** What the list shows at first, if not all orders. */
  first?: { label: string; count: number | string | undefined };
  /** Other work that waits, after the first chip. */
  more?: readonly FilterLink[];
  linkTo: (part: { state: StateFilter }) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
};

/** The number of orders in each state, each a link that shows them; a second click shows what the list shows at first. */
export function StateChips({ counts, states, reader, current, first, more = [], linkTo }: Props) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const all = first === undefined ? '' : 'all';
  return (
    <FilterLinks
      label="Commandes par état"
      cards
      options={[
        ...(first === undefined
          ? []
          : [
              {
                label: first.label,
                isCurrent: current === '',
                link: linkTo({ state: '' }),
                count: first.count ?? NOT_LOADED,
              },
            ]),
        ...more,
        {
          label: 'Toutes',
          isCurrent: current === all || current === 'all',
          link: linkTo({ state: all }),
          count: total ?? NOT_LOADED,
        },
        ...states.map((state) => {
          const { icon: Glyph, tone } = stateLooks[state];
          return {
            label: orderStateLabel(state, reader),
            icon: <Glyph size={16} stroke={2} aria-hidden="true" color={`var(--tone-${tone}-text)`} />,
            isCurrent: current === state,
            link: linkTo({ state: current === state ? '' : state }),
            count: counts?.[state] ?? NOT_LOADED,
          };
        }),
      ]}
    />
  );
}
