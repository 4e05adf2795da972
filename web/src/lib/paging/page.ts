/** One page of rows, and how many all pages have. */
export type Page<Row> = { rows: Row[]; total: number };
