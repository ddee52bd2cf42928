type Close = () => unknown;

export interface ClosingStack {
  /** Adds what has just been opened. */
  add(close: Close): void;
  /**
   * Closes everything once, the last first, even when something fails.
   * @throws the first failure
   */
  close(): Promise<void>;
}

/** Does what `AsyncDisposableStack` does, which Node 20 lacks. */
export function closingStack(): ClosingStack {
  const opened: Close[] = [];
  return {
    add: (close) => void opened.push(close),
    close: async () => {
      const failures: unknown[] = [];
      for (const close of opened.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
