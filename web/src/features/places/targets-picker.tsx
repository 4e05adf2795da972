import { Button, Collapse, Fieldset, Input, Stack, Text, MultiSelect } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { TargetNodes, TargetSources, TargetDevices } from './targets.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { OwnerChoice } from './place-choices.tsx';
import { TargetTree } from './target-tree.tsx';

type Props = {
  sources: TargetSources;
  value: TargetsInput;
  onChange: (value: TargetsInput) => void;
  /** Below the label, as a form shows it. */
  error?: string | undefined;
};

/** A choice of places: nodes with all their descendants, groups and devices, and exceptions of each; see ANN-1. */
export function TargetsPicker({ sources, value, onChange, error }: Props) {
  const { t } = useTranslation('targets');
  const [search, setSearch] = useState('');
  const { groups = [], devices = [], except = {} } = value;
  const [opened, setOpened] = useState((except.groups?.length ?? 0) + (except.devices?.length ?? 0) > 0);
  const id = useId();
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <Fieldset variant="unstyled" legend={<Text fw={600}>{t('label')}</Text>}>
      <Stack gap="sm">
        {sources.owners && <OwnerChoice owners={sources.owners} onChanged={() => onChange({})} />}
        <SearchField label={t('search')} placeholder={t('search_hint')} value={search} onChange={setSearch} />
        <Nodes places={sources.places} search={search} value={value} onChange={onChange} />
        <GroupChoice
          label={t('groups')}
          offered={sources.groups}
          value={groups}
          onChange={(ids) => onChange({ ...value, groups: ids })}
        />
        <DeviceChoice
          label={t('devices')}
          offered={sources.devices}
          value={devices}
          onChange={(serials) => onChange({ ...value, devices: serials })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('exceptions')}
        </Button>
        <Collapse expanded={opened} id={id}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t('exceptions_hint')}
            </Text>
            <GroupChoice
              label={t('except_groups')}
              offered={sources.groups}
              value={except.groups ?? []}
              onChange={(ids) => onChange({ ...value, except: { ...except, groups: ids } })}
            />
            <DeviceChoice
              label={t('except_devices')}
              offered={sources.devices}
              value={except.devices ?? []}
              onChange={(serials) => onChange({ ...value, except: { ...except, devices: serials } })}
            />
          </Stack>
        </Collapse>
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      </Stack>
    </Fieldset>
  );
}

type NodesProps = Pick<Props, 'value' | 'onChange'> & { places: TargetNodes; search: string };

function Nodes({ places, search, ...rest }: NodesProps) {
  const { t } = useTranslation('targets');
  const { nodes, failure, onRetry, retrying } = places;
  if (nodes && nodes.length > 0) return <TargetTree nodes={nodes} search={search} {...rest} />;
  if (nodes) {
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    );
  }
  if (failure !== undefined) return <ErrorState message={failure} onRetry={onRetry} retrying={retrying} />;
  return <LineSkeletons count={5} height={32} />;
}

type GroupChoiceProps = {
  label: string;
  offered: TargetSources['groups'];
  value: readonly number[];
  onChange: (ids: number[]) => void;
};
/** A choice of the user's groups. */
function GroupChoice({ label, offered, value, onChange }: GroupChoiceProps) {
  const { t } = useTranslation('targets');
  const known = new Set(offered.map(({ id }) => id));
  const unknown = value.filter((id) => !known.has(id)).map((id) => ({ value: String(id), label: `#${id}` }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('group_hint') : ''}
      data={[...offered.map(({ id, name }) => ({ value: String(id), label: name })), ...unknown]}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      nothingFoundMessage={t('no_groups')}
    />
  );
}

type DeviceChoiceProps = {
  label: string;
  offered: TargetDevices;
  value: readonly string[];
  onChange: (serials: string[]) => void;
};
/** A choice of devices, searched on the server. */
function DeviceChoice({ label, offered, value, onChange }: DeviceChoiceProps) {
  const { t } = useTranslation(['targets', 'common']);
  const [typed, setTyped] = useState('');
  const found = offered.found.map(({ serial, name }) => ({
    value: serial,
    label: name ? `${name} (${serial})` : serial,
  }));
  const chosen = value
    .filter((serial) => !found.some((each) => each.value === serial))
    .map((serial) => ({ value: serial, label: serial }));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('device_hint') : ''}
      data={[...chosen, ...found]}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        offered.onSearch(text);
      }}
      onDropdownOpen={() => offered.onOpened(true)}
      onDropdownClose={() => offered.onOpened(false)}
      // The server has filtered.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={t(offered.searching ? 'common:loading' : 'no_devices')}
    />
  );
}
