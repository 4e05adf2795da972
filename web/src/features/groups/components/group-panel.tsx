import type { Group } from '@belfry/schemas/http/devices/groups';
import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useReturnFocus } from '../../../lib/hooks/use-return-focus.ts';
import type { GroupActions } from '../use-group-actions.ts';
import { DeleteGroup } from './delete-group.tsx';
import { GroupNameForm } from './group-name-form.tsx';
import type { GroupPanelName } from './group-buttons.tsx';

type Props = {
  name: GroupPanelName;
  group: Group | null;
  /** The group was deleted meanwhile. */
  deleted: boolean;
  /** company_id of the devices that are selected in the tree, with which a new group begins. */
  selected: number[];
  actions: GroupActions;
  onClose: () => void;
};

/** The panel of an action button. It closes on success, and keeps its input otherwise. */
export function GroupPanel({ name, group, deleted, selected, actions, onClose }: Props) {
  useReturnFocus();
  const { t } = useTranslation('groups');
  const count = { count: selected.length, formatted: formatCount(selected.length, useLocale()) };
  const content = () => {
    if (name === 'create') {
      return (
        <GroupNameForm
          initial=""
          submitLabel={t('save_new')}
          hint={selected.length > 0 ? t('goes_along', count) : undefined}
          onSend={(text) => actions.create(text, selected)}
          onClose={onClose}
        />
      );
    }
    if (!group) return null;
    if (name === 'delete') return <DeleteGroup group={group} onSend={() => actions.delete(group)} onClose={onClose} />;
    return (
      <GroupNameForm
        initial={group.name}
        deleted={deleted}
        submitLabel={t('save_name')}
        onSend={(text) => actions.rename(group, text)}
        onClose={onClose}
      />
    );
  };
  return (
    <Paper
      withBorder
      p="sm"
      component="section"
      aria-label={t(name)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {content()}
    </Paper>
  );
}
