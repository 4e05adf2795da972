import type { TargetNode } from './targets.ts';

/** The nodes to choose from, as the pickers show them. */
export type TargetNodes = {
  /** Parents precede their children; absent while they load and when that failed. */
  nodes: readonly TargetNode[] | undefined;
  /** Why they could not be loaded. */
  failure: string | undefined;
  onRetry: () => void;
  retrying: boolean;
};

/** The devices to choose from, searched on the server. */
export type TargetDevices = {
  found: readonly { serial: string; name: string | null }[];
  searching: boolean;
  onSearch: (text: string) => void;
  /** Nothing is searched until a list is opened. */
  onOpened: (opened: boolean) => void;
};

/** A person, as a choice shows them. */
export type TargetOwner = { id: number; label: string };

/** Whose places are offered; for administrators. */
export type TargetOwners = {
  /** null: the user. */
  chosen: TargetOwner | null;
  found: readonly TargetOwner[];
  searching: boolean;
  onSearch: (text: string) => void;
  /** Nothing is searched until the list is opened. */
  onOpened: (opened: boolean) => void;
  onChoose: (owner: TargetOwner | null) => void;
};

/** Everything that announcements can be addressed to. */
export type TargetSources = {
  /** Absent where only one's own places are offered. */
  owners?: TargetOwners;
  places: TargetNodes;
  groups: readonly { id: number; name: string }[];
  devices: TargetDevices;
};
