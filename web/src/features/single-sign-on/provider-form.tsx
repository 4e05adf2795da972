import { useAct } from '../../ui/use-act.ts';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type IdentityProvider, PROVIDER_RULES_MAX } from '@belfry/schemas/http/single-sign-on/providers';
import {
  PasswordInput,
  Stack,
  Textarea,
  TextInput,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Text,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { useSelector } from 'react-redux';
import { selectRole, selectSession } from '../../lib/session/session-slice.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SwitchRow } from '../../ui/fields/switch-row.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { type ProviderValues, readValues, valuesOf, type RuleValues } from './provider-values.ts';
import { useAddProviderMutation, useChangeProviderMutation } from './providers-api.ts';
import { ServerSelect } from '../../ui/pickers/server-select.tsx';
import { useAddressedOwner } from '../places/targets-api.ts';
import { OnePlace, useWhereQuery } from '../../kit/where/index.ts';
import { NODE_ROLES, type NodeRole } from '@belfry/schemas/domain/rights';
import { IconPlus } from '@tabler/icons-react';

type Props = { /** null: a new one. */ provider: IdentityProvider | null; onClose: () => void };

export function ProviderDialog({ provider, onClose }: Props) {
  const { t } = useTranslation('single-sign-on');
  return (
    <FormDialog title={t(provider ? 'edit_title' : 'add_title')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <ProviderForm provider={provider} onCancel={onCancel} onDirty={onDirty} onSaved={onClose} />
      )}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'provider'> & {
  onCancel: () => void;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
};

function ProviderForm({ provider, onCancel, onDirty, onSaved }: FormProps) {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const [owner, setOwner] = useState(provider?.owner_id);
  const { values, change, failure, saving, save } = useProviderForm({ provider, owner, onDirty, onSaved });
  const role = useSelector(selectRole);
  const isAdmin = role !== null && isAdministrator(role);
  const text = (field: 'name' | 'issuer' | 'client_id' | 'roles_claim') => ({
    label: t(field),
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [field]: currentTarget.value }),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {isAdmin && provider === null && (
          <OwnerField
            owner={owner}
            onChange={(ownerId) => {
              setOwner(ownerId);
              // The places of somebody else are others.
              change({ rules: [] });
            }}
          />
        )}
        <TextInput {...text('name')} description={t('name_hint')} data-autofocus />
        <TextInput {...text('issuer')} type="url" placeholder="https://login.example.com" />
        <TextInput {...text('client_id')} autoComplete="off" />
        <PasswordInput
          label={t('client_secret')}
          description={provider ? t('secret_stays') : undefined}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('secret_toggle'), tabIndex: 0 }}
          value={values.client_secret}
          onChange={({ currentTarget }) => change({ client_secret: currentTarget.value })}
        />
        <Textarea
          label={t('domains')}
          description={t('domains_hint')}
          autosize
          minRows={2}
          value={values.domains}
          onChange={({ currentTarget }) => change({ domains: currentTarget.value })}
        />
        <SwitchRow
          label={t('trusts_email')}
          description={t('trusts_email_hint')}
          checked={values.trusts_email}
          onChange={(trusts_email) => change({ trusts_email })}
        />
        <TextInput {...text('roles_claim')} description={t('roles_claim_hint')} />
        <SwitchRow
          label={t('asks_groups')}
          description={t('asks_groups_hint')}
          checked={values.asks_groups}
          onChange={(asks_groups) => change({ asks_groups })}
        />
        <RulesField owner={owner} rules={values.rules} onChange={(rules) => change({ rules })} />
        <SwitchRow
          label={t('passwords_allowed')}
          description={t('passwords_hint')}
          checked={values.passwords_allowed}
          onChange={(passwords_allowed) => change({ passwords_allowed })}
        />
        {isAdmin && (
          <SwitchRow
            label={t('show')}
            description={t('show_hint')}
            checked={values.show_on_sign_in}
            onChange={(show_on_sign_in) => change({ show_on_sign_in })}
          />
        )}
        <FormButtons submitLabel={t('save')} submitting={saving} cancelLabel={t('common:cancel')} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

type HookProps = Omit<FormProps, 'onCancel'> & { owner: number | undefined };

function useProviderForm({ provider, owner, onDirty, onSaved }: HookProps) {
  const { t } = useTranslation('single-sign-on');
  const [values, setValues] = useState(() => valuesOf(provider));
  const { act, failure, fail } = useAct({ inline: true });
  const [add, { isLoading: adding }] = useAddProviderMutation();
  const [edit, { isLoading: changing }] = useChangeProviderMutation();
  const change = (changes: Partial<ProviderValues>): void => {
    setValues({ ...values, ...changes });
    fail(null);
    onDirty(true);
  };
  const save = async (): Promise<void> => {
    const read = readValues(values, { isNew: provider === null });
    if ('problem' in read) return fail(t(`problem.${read.problem}`));
    const { client_secret, ...fields } = read.body;
    const answer = await act(
      () =>
        provider
          ? edit({
              ...fields,
              ...(values.client_secret !== '' && { client_secret }),
              provider_id: provider.provider_id,
              revision: provider.revision,
            })
          : add({ ...read.body, ...(owner !== undefined && { owner_id: owner }) }),
      { failed: t('failed') },
    );
    if (answer === undefined) return;
    onDirty(false);
    onSaved();
  };
  return { values, change, failure, saving: adding || changing, save };
}

type OwnerFieldProps = {
  /** undefined: oneself. */ owner: number | undefined;
  onChange: (owner: number | undefined) => void;
};

/** For administrators: to whose organisation a new provider belongs. */
function OwnerField({ owner, onChange }: OwnerFieldProps) {
  const { t } = useTranslation('single-sign-on');
  const { choice, matches, searching, onSearch, onOpened, onChoose } = useAddressedOwner(owner, (next) =>
    onChange(next?.id),
  );
  return (
    <ServerSelect
      label={t('owner')}
      placeholder={t('owner_hint')}
      choice={choice && { value: String(choice.id), label: choice.label }}
      matches={matches.map(({ id, label }) => ({ value: String(id), label }))}
      searching={searching}
      onSearch={onSearch}
      onOpened={onOpened}
      onChoose={(item) => onChoose(item && { id: Number(item.value), label: item.label })}
      clearLabel={t('owner_clear')}
      noneText={t('owner_none')}
    />
  );
}

type RulesFieldProps = {
  /** The organisation whose places are offered; undefined: one's own. */
  owner: number | undefined;
  rules: readonly RuleValues[];
  onChange: (rules: RuleValues[]) => void;
};

/** Which value of the claim, or group of the directory, gives which role at which place. */
function RulesField({ owner, rules, onChange }: RulesFieldProps) {
  const { t } = useTranslation('single-sign-on');
  const session = useSelector(selectSession);
  const ofOwner = owner ?? session?.user_id;
  const top = useWhereQuery({ right: 'members', ...(ofOwner !== undefined && { user_id: ofOwner }) });
  const replace = (at: number, changes: Partial<RuleValues>): void =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)));
  const first = top.data?.items.find(({ kind }) => kind === 'place')?.company_id ?? null;
  return (
    <Fieldset legend={t('rules')}>
      <Stack gap="md">
        <Text size="xs" c="dimmed">
          {t('rules_hint')}
        </Text>
        {rules.map((rule, index) => (
          // Rules have no other name than their position.
          <Rule
            // oxlint-disable-next-line react/no-array-index-key -- the order never changes
            key={index}
            number={index + 1}
            rule={rule}
            ofOwner={ofOwner}
            onChange={(changes) => replace(index, changes)}
            onRemove={() => onChange(rules.filter((_rule, other) => other !== index))}
          />
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={rules.length >= PROVIDER_RULES_MAX}
            onClick={() => onChange([...rules, { value: '', company_id: first, role: 'viewer', may_emergency: false }])}
          >
            {t('rule_add')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

type RuleProps = {
  number: number;
  rule: RuleValues;
  ofOwner: number | undefined;
  onChange: (changes: Partial<RuleValues>) => void;
  onRemove: () => void;
};

function Rule({ number, rule, ofOwner, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation('single-sign-on');
  return (
    <Fieldset legend={t('rule_number', { number })}>
      <Stack gap="xs">
        <TextInput
          label={t('rule_value')}
          value={rule.value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
        <OnePlace
          label={t('rule_place')}
          right="members"
          ofOwner={ofOwner}
          isNeeded={rule.company_id !== null}
          value={rule.company_id}
          onChange={(company_id) => onChange({ company_id })}
        />
        <NativeSelect
          label={t('rule_role')}
          data={NODE_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          value={rule.role}
          onChange={({ currentTarget }) => onChange({ role: roleNamed(currentTarget.value) })}
        />
        <Group justify="space-between">
          <Checkbox
            label={t('may_emergency')}
            checked={rule.may_emergency}
            onChange={({ currentTarget }) => onChange({ may_emergency: currentTarget.checked })}
          />
          <Button
            size="compact-sm"
            variant="light"
            color="error"
            aria-label={t('rule_remove_number', { number })}
            onClick={onRemove}
          >
            {t('rule_remove')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

const roleNamed = (name: string): NodeRole => NODE_ROLES.find((role) => role === name) ?? 'viewer';
