declare const scoped: unique symbol;

/** A row that was found through a scope, so that the caller may see it. Presenters take no other. */
export type Seen<Row> = Row & { readonly [scoped]: true };

/** Marks a row that a query has found through a scope: only where its `where` has that scope. */
export const seen = <Row>(row: Row): Seen<Row> => row as Seen<Row>;
