import type { Group } from '@belfry/schemas/http/devices/groups';
import { Stack, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SearchSelect } from '../../../ui/pickers/search-select.tsx';
import { useGetGroupDevicesQuery } from '../groups-api.ts';
import { useGroupActions } from '../use-group-actions.ts';
import { useGroupChoice } from '../use-group-choice.ts';
import { useGroupMessages } from '../use-group-messages.ts';
import { useSelectedAudio } from '../use-selected-audio.ts';
import classes from './group-board.module.css';
import { GroupButtons, type GroupPanelName } from './group-buttons.tsx';
import { GroupDevices } from './group-devices.tsx';
import { GroupNotice } from './group-notice.tsx';
import { GroupPanel } from './group-panel.tsx';

type Props = { groups: readonly Group[]; settled: boolean };

/** The open panel and its group, which another user may delete meanwhile. */
type OpenPanel = { name: GroupPanelName; group: Group | null };

/** The dropdown, the actions of the chosen group, and its devices. */
export function GroupBoard({ groups, settled }: Props) {
  const { t } = useTranslation('groups');
  const selected = useSelectedAudio().map(({ company_id }) => company_id);
  const count = { count: selected.length, formatted: formatCount(selected.length, useLocale()) };
  const [group, choose] = useGroupChoice(groups, settled);
  const messages = useGroupMessages();
  const actions = useGroupActions(messages, choose);
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  // The devices of the group are read here too, so that they are skipped when others are added.
  const { currentData: inGroup } = useGetGroupDevicesQuery(group?.id ?? 0, { skip: group === null });
  const known = new Set(inGroup?.map(({ company_id }) => company_id));
  return (
    <Stack gap="sm">
      <div className={classes.bar}>
        <SearchSelect
          className={classes.choice ?? ''}
          label={t('group')}
          placeholder={t(groups.length === 0 ? 'none_yet' : 'choose')}
          disabled={groups.length === 0}
          textsOf={({ label }) => ({ name: label })}
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={group === null ? null : String(group.id)}
          onChange={(id) => {
            choose(Number(id));
            setPanel((open) => (open?.name === 'create' ? open : null));
          }}
        />
        <GroupButtons
          chosen={group !== null}
          panel={panel?.name ?? null}
          adding={actions.adding}
          onPanel={(name) => setPanel(panel?.name === name ? null : { name, group: name === 'create' ? null : group })}
          onAdd={() => group && void actions.add(group, selected, known)}
        />
      </div>
      <Text size="xs" c="dimmed" component="output">
        {selected.length === 0 ? t('nothing_selected') : t('selected', count)}
      </Text>
      {panel !== null && (
        <GroupPanel
          key={`${panel.name} ${panel.group?.id}`}
          name={panel.name}
          group={panel.group}
          deleted={panel.group !== null && panel.group.id !== group?.id}
          selected={selected}
          actions={actions}
          onClose={() => setPanel(null)}
        />
      )}
      <GroupNotice message={messages.message} onClose={messages.clear} />
      {group ? (
        <GroupDevices group={group} onTake={(device) => actions.take(group, device)} />
      ) : (
        <EmptyState icon={<IconUsersGroup size={24} />} title={t(groups.length === 0 ? 'start' : 'choose')}>
          {t('start_text')}
        </EmptyState>
      )}
    </Stack>
  );
}
