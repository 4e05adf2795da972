/** `to`: where it leads, unique among all results. An action runs instead. */
export type PaletteResult = {
  to: string;
  label: string;
  detail?: string | undefined;
  /** The keys that lead there as well: G H. */
  keys?: string | undefined;
  run?: () => void;
};
export type PaletteKind = 'actions' | 'commands' | 'pages' | 'places' | 'texts' | 'schedules' | 'users' | 'help';
export type PaletteSection = { kind: PaletteKind; results: PaletteResult[]; error: unknown; loading: boolean };
