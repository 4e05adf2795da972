import type { Group as DeviceGroup } from '@belfry/schemas/http/groups';
import { ActionIcon, Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPencil,
  IconPlaylistAdd,
  IconPlus,
  IconTrash,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';
import { formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { SearchSelect } from '../../ui/pickers/search-select.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { Stale } from '../../ui/states/stale.tsx';
import { useMay } from '../teams/teams-api.ts';
import { GroupDevices } from './group-devices.tsx';
import { GroupPanel, type GroupPanelName } from './group-panel.tsx';
import { useGetGroupDevicesQuery, useGetGroupsQuery } from './groups-api.ts';
import classes from './groups.module.css';
import {
  useGroupActions,
  useGroupChoice,
  useGroupMessages,
  useSelectedAudio,
  type GroupMessage,
} from './use-group-actions.ts';

/** The user's groups of devices, to which selected devices of the tree are added; see GROUP-6. */
export function GroupManager() {
  const { t } = useTranslation(['groups', 'common']);
  const errorText = useErrorMessage();
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useGetGroupsQuery();
  if (!data) {
    if (!error) return <LineSkeletons count={3} height={36} />;
    return (
      <ErrorState
        title={t('error.load')}
        message={errorText(error, t('common:error.fallback'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <Stale active={error !== undefined} since={fulfilledTimeStamp ?? 0}>
      <GroupBoard groups={data} settled={!isFetching && !error} />
    </Stale>
  );
}

type BoardProps = { groups: readonly DeviceGroup[]; settled: boolean };

type OpenPanel = { name: GroupPanelName; group: DeviceGroup | null };

function GroupBoard({ groups, settled }: BoardProps) {
  const { t } = useTranslation('groups');
  const selected = useSelectedAudio().map(({ company_id }) => company_id);
  const count = { count: selected.length, formatted: formatCount(selected.length, useLocale()) };
  const [group, choose] = useGroupChoice(groups, settled);
  const messages = useGroupMessages();
  const actions = useGroupActions(messages, choose);
  const edits = useMay('edit_groups');
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  // The devices of the group are read here too, so that they are skipped when others are added.
  const { currentData: inGroup } = useGetGroupDevicesQuery({ id: group?.id ?? 0 }, { skip: group === null });
  const memberIds = new Set(inGroup?.map(({ company_id }) => company_id));
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
        {edits && (
          <GroupButtons
            hasGroup={group !== null}
            refused={group?.may_change === false}
            panel={panel?.name ?? null}
            adding={actions.adding}
            onPanel={(name) =>
              setPanel(panel?.name === name ? null : { name, group: name === 'create' ? null : group })
            }
            onAdd={() => group && void actions.add(group, selected, memberIds)}
          />
        )}
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
        <GroupDevices
          group={group}
          onTake={edits && group.may_change !== false ? (device) => actions.take(group, device) : null}
        />
      ) : (
        <EmptyState icon={<IconUsersGroup size={24} />} title={t(groups.length === 0 ? 'start' : 'choose')}>
          {t('start_text')}
        </EmptyState>
      )}
    </Stack>
  );
}

const PANELS: readonly [GroupPanelName, Icon, string][] = [
  ['create', IconPlus, 'purple'],
  ['rename', IconPencil, 'gray'],
  ['delete', IconTrash, 'error'],
];

type ButtonsProps = {
  hasGroup: boolean;
  /** Somebody else has made the chosen group, or it has devices at places for which the person does not plan. */
  refused: boolean;
  panel: GroupPanelName | null;
  adding: boolean;
  onPanel: (name: GroupPanelName) => void;
  onAdd: () => void;
};

function GroupButtons({ hasGroup, refused, panel, adding, onPanel, onAdd }: ButtonsProps) {
  const { t } = useTranslation('groups');
  const changes = hasGroup && !refused;
  const why = (usable: boolean, label: string): string =>
    usable ? label : `${label}. ${t(refused ? 'not_own' : 'choose_first')}`;
  return (
    <Group gap={6} wrap="nowrap">
      {PANELS.map(([name, PanelIcon, color]) => {
        const usable = changes || name === 'create';
        return (
          <Tooltip key={name} label={why(usable, t(name))}>
            <ActionIcon
              variant={panel === name ? 'filled' : 'light'}
              color={color}
              size={32}
              aria-label={why(usable, t(name))}
              aria-expanded={panel === name}
              disabled={!usable}
              onClick={() => onPanel(name)}
            >
              <PanelIcon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
      <Tooltip label={why(changes, t('add'))}>
        <Button
          px="sm"
          leftSection={<IconPlaylistAdd size={18} aria-hidden />}
          aria-label={why(changes, t('add'))}
          disabled={!changes}
          loading={adding}
          onClick={onAdd}
        >
          {t('add_short')}
        </Button>
      </Tooltip>
    </Group>
  );
}

/** The result of the last action. The live region is mounted before the message, so that screen readers announce it. */
function GroupNotice({ message, onClose }: { message: GroupMessage | null; onClose: () => void }) {
  const { t } = useTranslation('common');
  const Mark = message?.tone === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div role={message?.tone === 'error' ? 'alert' : 'status'}>
      {message && (
        <Alert
          role="presentation"
          color={message.tone}
          variant="light"
          p="sm"
          icon={<Mark size={18} aria-hidden />}
          withCloseButton
          closeButtonLabel={t('close')}
          onClose={onClose}
        >
          {message.text}
          {message.detail !== undefined && message.detail !== '' && (
            <Text size="xs" c="dimmed" mt={2}>
              {message.detail}
            </Text>
          )}
        </Alert>
      )}
    </div>
  );
}
