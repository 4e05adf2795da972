type Query<Data> = {
  /** The last answer, of any arguments. */
  data?: Data | undefined;
  /** The answer for the present arguments. */
  currentData?: unknown;
  error?: unknown;
};

/**
 * What a list shows of a query: the rows of the previous page or filters, dimmed, while the next ones are loaded, but not when that
 * has failed; see SHELL-31.
 * @returns `changing`: the rows belong to the previous query
 */
export function shownData<Data>({ data, currentData, error }: Query<Data>): {
  data: Data | undefined;
  changing: boolean;
} {
  const changing = currentData === undefined;
  const shown = error !== undefined && changing ? undefined : data;
  return { data: shown, changing: changing && shown !== undefined };
}
