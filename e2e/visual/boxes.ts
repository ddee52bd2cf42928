/** Runs in the page. Returns how much too wide it is, what scrolls horizontally, and the clipped texts of buttons and links. */
export function findClipped(): string[] {
  const page = document.documentElement;
  const clipped = [...document.querySelectorAll<HTMLElement>('button *, a *')].filter(
    (element) =>
      // Elements for screen readers only are a few pixels wide.
      element.clientWidth > 4 &&
      element.scrollWidth > element.clientWidth &&
      getComputedStyle(element).overflowX === 'hidden' &&
      getComputedStyle(element).textOverflow !== 'ellipsis',
  );
  const scrolling = [...document.querySelectorAll<HTMLElement>('body *:not([data-scrolls])')].filter(
    (element) =>
      element.scrollWidth > element.clientWidth &&
      /auto|scroll/.test(getComputedStyle(element).overflowX) &&
      element.checkVisibility(),
  );
  return [
    ...scrolling.map(({ className }) => `scrolls horizontally: ${className}`),
    ...(page.scrollWidth > window.innerWidth ? [`${page.scrollWidth - window.innerWidth} px too wide`] : []),
    ...clipped.map((element) => `clipped: ${element.textContent}`),
  ];
}

/** Runs in the page. Returns the texts of rows, facts, buttons and labels that overflow their box or the screen. */
export function findOverflow(): string[] {
  const boxes = document.querySelectorAll(
    ':is(main, [role=dialog]) :is(li > :not(span), dl > *, button, label, nav:not([data-scrolls] *) a)',
  );
  const isClipped = (element: Element | null, box: Element): boolean => {
    for (let at = element; at !== null && at !== box.parentElement; at = at.parentElement) {
      const { textOverflow, clipPath, overflowX } = getComputedStyle(at);
      if ((textOverflow === 'ellipsis' && overflowX === 'hidden') || clipPath !== 'none') return true;
    }
    return false;
  };
  const overflowing: string[] = [];
  for (const box of boxes) {
    if (!box.checkVisibility() || box.closest('[data-scrolls]') !== null) continue;
    const edge = box.getBoundingClientRect();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const range = document.createRange();
      range.selectNodeContents(text);
      // The text and the elements around it, such as a badge or a button.
      const rects = [...range.getClientRects()];
      for (let at = text.parentElement; at !== null && at !== box; at = at.parentElement)
        rects.push(...at.getClientRects());
      const isOut = rects.some(
        ({ left, right, width }) =>
          width > 0 &&
          (left < edge.left - 1 ||
            right > edge.right + 1 ||
            right > document.documentElement.clientWidth + 1),
      );
      if (isOut && !isClipped(text.parentElement, box)) overflowing.push(text.textContent ?? '');
    }
  }
  return [...new Set(overflowing)];
}

/** Runs in the page, on a touch screen. Returns the links, buttons and fields smaller than a finger (44 px), with their size. */
export function findSmallTargets(): string[] {
  const MIN_PX = 44;
  const targets = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [role=switch], [role=option], [role^=menuitem]',
  );
  const small: string[] = [];
  for (const target of targets) {
    const { left, right, bottom } = target.getBoundingClientRect();
    const isOut = bottom <= 0 || right <= 0 || left >= document.documentElement.clientWidth;
    if (isOut || !target.checkVisibility({ visibilityProperty: true }) || target.closest('[inert]')) continue;
    // A link in a sentence is as high as its line (WCAG 2.5.8).
    const text = target.textContent?.trim() ?? '';
    const isInSentence = (target.parentElement?.textContent?.trim().length ?? 0) > text.length + 3;
    if (getComputedStyle(target).display === 'inline' && isInSentence) continue;
    const { width, height } = largestBoxOf(target);
    if (Math.min(width, height) < MIN_PX - 0.5)
      small.push(
        `${target.getAttribute('aria-label') ?? text} (${Math.round(width)} × ${Math.round(height)})`,
      );
  }
  return [...new Set(small)];

  /** A label is a target of its field, a frame around an input belongs to it, and `::after` may cover a whole row. */
  function largestBoxOf(element: HTMLElement): { width: number; height: number } {
    const frame = element.matches('input, select, textarea') ? element.parentElement : null;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const boxes = [element, ...labels, ...(frame === null ? [] : [frame])].map((box) =>
      box.getBoundingClientRect(),
    );
    const { content, position, width, height } = getComputedStyle(element, '::after');
    if (content !== 'none' && position === 'absolute')
      boxes.push(new DOMRect(0, 0, Number.parseFloat(width), Number.parseFloat(height)));
    return {
      width: Math.max(...boxes.map((box) => box.width)),
      height: Math.max(...boxes.map((box) => box.height)),
    };
  }
}

/** Runs in the page. Returns the texts of a list’s cells that are hidden or too narrow to show more than a few letters. */
export function findHiddenFields(label: string): string[] {
  return [...document.querySelectorAll(`main ul[aria-label="${label}"] > li > *`)]
    .filter((cell) => cell.textContent?.trim() && cell.getBoundingClientRect().width < 40)
    .map((cell) => cell.textContent ?? '');
}
