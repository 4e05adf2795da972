import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { ReactNode } from 'react';

/** What the forms of triggers get from other features. */
export type TriggerParts = {
  /** Chooses one node at which the person manages triggers. */
  renderNodeChoice: (choice: {
    label: string;
    placeholder: string;
    value: number | null;
    onChange: (node: number | null) => void;
  }) => ReactNode;
  /** Chooses the places of a message, or of an emergency. */
  renderTargets: (choice: {
    action: 'say' | 'emergency';
    value: TargetsInput;
    onChange: (targets: TargetsInput) => void;
  }) => ReactNode;
};

/** The secret of a signed call, which is shown once, with the path of its address. */
export type ShownHook = { name: string; secret: string; hook_path: string };

/** That of an answer; null for one without a secret. */
export const shownHookOf = (made: {
  name: string;
  secret: string | null;
  hook_path: string | null;
}): ShownHook | null =>
  made.secret === null || made.hook_path === null
    ? null
    : { name: made.name, secret: made.secret, hook_path: made.hook_path };
