import { GROUP_NAME_MAX } from '@belfry/schemas/domain/companies';
import type { Group as DeviceGroup } from '@belfry/schemas/http/groups';
import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { formatCount } from '../../lib/format.ts';
import { useReturnFocus } from '../../lib/focus.ts';
import { useLocale } from '../../lib/i18n.ts';
import { FormButtons } from '../../ui/dialogs/form-dialog.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import type { GroupActions } from './use-group-actions.ts';

export type GroupPanelName = 'create' | 'rename' | 'delete';

type Props = {
  name: GroupPanelName;
  group: DeviceGroup | null;
  deleted: boolean;
  selected: number[];
  actions: GroupActions;
  onClose: () => void;
};

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

type FormProps = {
  initial: string;
  submitLabel: string;
  hint?: string;
  /** The group was deleted while the form was open: the input remains, but can no longer be saved. */
  deleted?: boolean;
  onSend: (name: string) => Promise<boolean>;
  onClose: () => void;
};

/** A name with a character counter. A blank name is ignored; see GROUP-2. */
function GroupNameForm({ initial, submitLabel, hint, deleted = false, onSend, onClose }: FormProps) {
  const { t } = useTranslation(['groups', 'common']);
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const newName = name.trim();
    if (newName === '' || busy || deleted) return;
    setBusy(true);
    const taken = await onSend(newName);
    setBusy(false);
    if (taken) onClose();
    else input.current?.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
      {deleted && !busy && <Notice tone="error">{t('common:deleted')}</Notice>}
      <TextInput
        ref={input}
        label={t('name')}
        description={[t('left', { length: name.length, max: GROUP_NAME_MAX }), hint].filter(Boolean).join(' · ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <FormButtons
        mt="sm"
        submitLabel={submitLabel}
        submitting={busy}
        submitDisabled={deleted && !busy}
        onCancel={onClose}
      />
    </form>
  );
}

/** Confirms the deletion of a group. The focus starts on Cancel. */
function DeleteGroup({
  group,
  onSend,
  onClose,
}: {
  group: DeviceGroup;
  onSend: () => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const [busy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const send = async (): Promise<void> => {
    setBusy(true);
    const done = await onSend();
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
        {t('delete_sure', { name: group.name })}
      </Text>
      <Group gap="sm">
        <Button ref={cancel} variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button color="error" loading={busy} onClick={() => void send()}>
          {t('delete_yes')}
        </Button>
      </Group>
    </Group>
  );
}
