import { Button, Collapse, Fieldset, Input, Stack, Text, MultiSelect, ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState, useMemo } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import {
  type TargetNodes,
  type TargetSources,
  type TargetDevices,
  marksOf,
  parentsOfMarked,
  stateOf,
  toggleNode,
  type TargetNode,
  type MarkState,
} from './targets.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { OwnerChoice } from './place-choices.tsx';
import { searchRanked } from '../../lib/lookup-search.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import classes from './target-tree.module.css';

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

const INDENT_PX = 20;
/** Deeper levels are not indented further, so that names stay readable on a phone. */
const INDENTED_LEVELS = 6;
const CHECKED: ReadonlySet<MarkState> = new Set(['in', 'inherited']);
type TargetRowProps = {
  node: TargetNode;
  state: MarkState;
  /** Whether the nodes below it are listed; null: it is a match of a search, shown with its path. */
  open: boolean | null;
  onOpen: () => void;
  onToggle: () => void;
};
/** A node with its box. */
function TargetRow({ node, state, open, onOpen, onToggle }: TargetRowProps) {
  const { t } = useTranslation('targets');
  const listed = open === null;
  const level = listed ? 0 : Math.min(node.ancestors.length, INDENTED_LEVELS);
  return (
    <div className={classes.row} style={{ paddingInlineStart: level * INDENT_PX + 8 }}>
      {!listed && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={node.hasChildren ? '' : (classes.leaf ?? '')}
          aria-expanded={open}
          aria-label={t(open ? 'close' : 'open', { name: node.name })}
          onClick={onOpen}
        >
          {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </ActionIcon>
      )}
      <Checkbox
        size="xs"
        className={classes.check}
        checked={CHECKED.has(state)}
        indeterminate={state === 'partial'}
        disabled={state === 'excluded'}
        onChange={onToggle}
        label={
          <span className={classes.label}>
            <span className={classes.name} data-out={state === 'out' || state === 'excluded' || undefined}>
              {node.name}
            </span>
            {state === 'out' && <span className={classes.except}>{t('excepted')}</span>}
            {listed && <span className={classes.path}>{node.path}</span>}
          </span>
        }
      />
    </div>
  );
}

const ROW_PX = 40;
const MAX_PX = 320;

type TargetTreeProps = {
  nodes: readonly TargetNode[];
  /** Only matching nodes are listed, flat; empty: the tree. */
  search: string;
  value: TargetsInput;
  onChange: (value: TargetsInput) => void;
};

/** The nodes with a box each. The main companies are open at first. */
function TargetTree({ nodes, search, value, onChange }: TargetTreeProps) {
  const { t } = useTranslation('targets');
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const byId = useMemo(() => new Map(nodes.map((node) => [node.company_id, node])), [nodes]);
  const isOpen = (node: TargetNode | undefined): boolean =>
    node !== undefined && (node.parent === null) !== toggled.has(node.company_id);
  const rows =
    search === ''
      ? nodes.filter(({ ancestors }) => ancestors.every((id) => isOpen(byId.get(id))))
      : searchRanked(nodes, search, ({ name, path }) => ({ name, others: [path] }));
  const marks = marksOf(value);
  const partial = parentsOfMarked(byId, marks);
  const open = (id: number): void =>
    setToggled((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  if (rows.length === 0) {
    return (
      <Text component="output" size="sm" c="dimmed">
        {t('nothing')}
      </Text>
    );
  }
  return (
    <VirtualList
      label={t('places')}
      count={rows.length}
      rowPx={ROW_PX}
      maxPx={MAX_PX}
      keyOf={(index) => rows[index]?.company_id ?? index}
    >
      {(index) => {
        const node = rows[index];
        if (!node) return null;
        return (
          <TargetRow
            node={node}
            state={stateOf(node, marks, partial)}
            open={search === '' ? isOpen(node) : null}
            onOpen={() => open(node.company_id)}
            onToggle={() => onChange(toggleNode(value, node, byId))}
          />
        );
      }}
    </VirtualList>
  );
}
