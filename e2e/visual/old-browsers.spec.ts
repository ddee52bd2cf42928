import { PHONE, test } from '../product.ts';
import { groups, show } from './screens.ts';

for (const [who, screens] of groups) {
  for (const screen of screens.filter(({ steps }) => steps === undefined)) {
    test(`${who} of an old telephone read ${screen.name} (decision 80)`, async ({ open, query }) => {
      const before: typeof screen.before = async (page) => {
        await page.addInitScript(forgetNewer);
        await screen.before?.(page);
      };
      await show(open, query, { ...screen, before }, PHONE);
    });
  }
}

/** Takes from a page what Chrome 99 or Safari 15.4 lack. Runs in the browser. */
function forgetNewer(): void {
  const lacking: [object | undefined, string[]][] = [
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['withResolvers', 'try']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [
      Set.prototype,
      ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
    ],
    [AbortSignal, ['any', 'timeout']],
    [AbortSignal.prototype, ['throwIfAborted']],
    [URL, ['canParse', 'parse']],
    [Element.prototype, ['checkVisibility']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
    [HTMLInputElement.prototype, ['showPicker']],
    [Document.prototype, ['startViewTransition']],
    [Navigator.prototype, ['userActivation', 'setAppBadge']],
    [Crypto.prototype, ['randomUUID']],
    [
      window,
      ['requestIdleCallback', 'OffscreenCanvas', 'CompressionStream', 'scheduler', 'navigation', 'Iterator'],
    ],
  ];
  for (const [owner, names] of lacking) for (const name of names) Reflect.deleteProperty(owner ?? {}, name);
  const { NumberFormat } = Intl;
  Intl.NumberFormat = new Proxy(NumberFormat, {
    construct(target, [locale, options]: [string?, Intl.NumberFormatOptions?]) {
      if (options?.signDisplay === 'negative') throw new RangeError('signDisplay');
      return new target(locale, options);
    },
  });
}
