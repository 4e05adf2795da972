import { useTranslation } from '../../../lib/translation.ts';
import { useDeleteCompanyMutation, useEditCompanyMutation, useMoveCompanyMutation } from '../companies-api.ts';
import { useUnbindDeviceMutation } from '../../device-ownership/binding/device-binding-api.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { hideToast, toast } from '../../../ui/toast.ts';
import type { TreeNode } from './company-tree.ts';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

const UNDO_MS = 10_000;
const UNDO_TOAST = 'tree-move';

/** A move of a node; `from` is its parent before, `name` that of the new one. */
type NodeMove = { id: number; parent: number; name: string; from: number | null };

/** Changes that are made in the tree itself. `onChanged` gets the id of the node when it is done. */
export function useChangeNode(onChanged: (id: number) => void) {
  const { t } = useTranslation('tree');
  const errorText = useErrorMessage();
  const [edit] = useEditCompanyMutation();
  const [move] = useMoveCompanyMutation();
  return {
    /** Resolves to the error text, or null on success. */
    rename: async ({ company_id, user_id }: TreeNode, name: string): Promise<string | null> => {
      if (readUserKey() === null) return t('errors.unauthorized');
      const { error } = await edit({ company_id, user_id, name });
      if (error) return errorText(error, t('errors.update'));
      onChanged(company_id);
      return null;
    },
    move: async ({ id, parent, name, from }: NodeMove): Promise<void> => {
      const send = async (parent_company_id: number): Promise<boolean> => {
        const { error } = readUserKey() === null ? { error: null } : await move({ company_id: id, parent_company_id });
        if (error === undefined) onChanged(id);
        else toast('error', error === null ? t('errors.unauthorized') : errorText(error, t('errors.move')));
        return error === undefined;
      };
      if (!(await send(parent))) return;
      const text = t('drag.moved', { name });
      const undo = (): void => {
        hideToast(UNDO_TOAST);
        if (from !== null) void send(from);
      };
      toast('success', from === null ? text : undoMessage({ text, label: t('drag.undo'), onUndo: undo }), {
        id: UNDO_TOAST,
        durationMs: UNDO_MS,
      });
    },
  };
}

type Props = { text: string; label: string; onUndo: () => void };

const undoMessage = ({ text, label, onUndo }: Props): ReactNode => (
  <>
    {text} ·{' '}
    <Anchor component="button" type="button" size="sm" fw={600} onClick={onUndo}>
      {label}
    </Anchor>
  </>
);

/**
 * Deletes a node; a device is unbound first, and where that fails the server unbinds it anyway; see TREE-35.
 * A delete that fails shows no message: `onFailed` loads the tree again, which then shows the present state.
 */
export function useDeleteNode(onFailed: () => void): (node: TreeNode) => Promise<void> {
  const { t } = useTranslation('tree');
  const [unbind] = useUnbindDeviceMutation();
  const [remove] = useDeleteCompanyMutation();
  return async ({ company_id, user_id, serial }) => {
    if (readUserKey() === null) {
      toast('error', t('errors.unauthorized'));
      return;
    }
    if (serial !== null) {
      const { error } = await unbind({ serial });
      // oxlint-disable-next-line no-console -- an unbind that fails is only logged (TREE-35)
      if (error) console.warn('The device was not unbound before its node was deleted', serial, error);
    }
    const { error } = await remove({ company_id, user_id });
    if (error) onFailed();
  };
}
