import { useAct } from '../../../ui/use-act.ts';
import { Modal, Combobox, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useMoveCompanyMutation } from '../companies-api.ts';
import { readUserKey } from '../../../lib/session/session-store.ts';
import { useReturnFocus } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import type { CompanyTree, TreeNode } from './company-tree.ts';
import { moveTargets, type MoveTarget } from './node-move.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { searchRanked, type SearchTexts } from '../../../lib/lookup-search.ts';
import { SearchList } from '../../../ui/pickers/search-list.tsx';
import { NodeMark } from './node-marks.tsx';
import classes from './move-dialog.module.css';

type Props = {
  node: TreeNode;
  tree: CompanyTree;
  deleted: boolean;
  onDone: (company_id: number) => void;
  onClose: () => void;
};

/** Chooses the new parent of a node and moves it there; an error stays in the dialog; see TREE-46. */
export function MoveDialog({ node, tree, deleted, onDone, onClose }: Props) {
  const { t } = useTranslation(['tree', 'common']);
  const [move, { isLoading: moving }] = useMoveCompanyMutation();
  const { act, failure, fail } = useAct({ inline: true });
  useReturnFocus();
  const { company_id, name } = node;
  const pick = async (target: string): Promise<void> => {
    if (moving) return;
    fail(null);
    if (readUserKey() === null) return fail(t('errors.unauthorized'));
    const answer = await act(() => move({ company_id, parent_company_id: Number(target) }), {
      failed: t('errors.move'),
    });
    if (answer !== undefined) onDone(company_id);
  };
  const problem = deleted ? t('common:deleted') : failure;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('move.title', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {!deleted && (
        <MoveTargetList
          title={t('move.targets')}
          targets={moveTargets(tree, company_id)}
          onPick={(target) => void pick(target)}
          onClose={onClose}
          name={name}
          moving={moving}
        />
      )}
    </Modal>
  );
}

/** The most options that are rendered; a tree may have 20,000 nodes. */
const SHOWN_MAX = 100;
type MoveTargetListProps = {
  title: string;
  targets: readonly MoveTarget[];
  onPick: (company_id: string) => void;
  onClose: () => void;
  name: string;
  moving: boolean;
};
const textsOf = ({ node, path }: MoveTarget): SearchTexts => ({
  name: node.name,
  others: [path, node.description ?? '', node.city ?? ''],
});
function MoveTargetList({ title, targets, name, moving, ...rest }: MoveTargetListProps) {
  const { t } = useTranslation(['tree', 'common']);
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const matches = searchRanked(targets, typed, textsOf);
  const rows = matches.slice(0, SHOWN_MAX);
  const noteOf = (): string | null => {
    if (moving) return t('move.moving');
    if (targets.length === 0) return t('move.none', { name });
    if (matches.length === 0) return t('common:nothing_found');
    if (rows.length === matches.length) return null;
    return t('move.more', { shown: formatCount(rows.length, locale), found: formatCount(matches.length, locale) });
  };
  return (
    <SearchList
      {...rest}
      title={title}
      placeholder={t('move.search')}
      typed={typed}
      onType={setTyped}
      escapeClears
      optionsClass={classes.options}
      note={
        <Text component="output" size="sm" c="dimmed">
          {noteOf()}
        </Text>
      }
    >
      {rows.map(({ node, path }) => (
        <Combobox.Option key={node.company_id} value={String(node.company_id)} className={classes.option}>
          <NodeMark node={node} />
          <span className={classes.name}>{node.name}</span>{' '}
          <Text component="span" size="sm" className={classes.path} title={path}>
            {path}
          </Text>
        </Combobox.Option>
      ))}
    </SearchList>
  );
}
