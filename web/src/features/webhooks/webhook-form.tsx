import { useAct } from '../../ui/use-act.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@belfry/schemas/domain/webhook-events';
import { type Webhook, WEBHOOK_NAME_MAX } from '@belfry/schemas/http/webhooks';
import { Alert, Button, Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import {
  EVENT_GROUPS,
  type EventGroup,
  eventKey,
  useChangeWebhookMutation,
  useCreateWebhookMutation,
} from './webhooks-api.ts';
import type { ShownSecret } from './parts.ts';
import classes from './webhooks.module.css';

type Props = {
  webhook?: Webhook;
  /** A new webhook has a secret, which is known only now. */
  onCreated?: (made: ShownSecret) => void;
  onClose: () => void;
};

export function WebhookForm({ webhook, onCreated, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  return (
    <FormDialog title={webhook ? t('edit_of', { name: webhook.name }) : t('create')} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Fields
          webhook={webhook}
          onDirty={onDirty}
          onCancel={onCancel}
          onSaved={(newSecret) => {
            onDirty(false);
            onClose();
            if (newSecret) onCreated?.(newSecret);
          }}
        />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  webhook: Webhook | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (made?: ShownSecret) => void;
};

function Fields({ webhook, onDirty, onCancel, onSaved }: FieldsProps) {
  const { t } = useTranslation('webhooks');
  const { act, pending, failure } = useAct({ inline: true });
  const [create] = useCreateWebhookMutation();
  const [change] = useChangeWebhookMutation();
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [node, setNode] = useState<number | null>(webhook?.company_id ?? null);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const edited =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      onDirty(true);
    };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const fields = { name, url, events: [...events] };
    const failed = t('save_failed');
    if (webhook) {
      const { id, enabled, revision } = webhook;
      const answer = await act(() => change({ id, ...fields, enabled, revision }), { failed });
      if (answer !== undefined) onSaved();
    } else if (node !== null) {
      const answer = await act(() => create({ ...fields, company_id: node }), { failed });
      if (answer !== undefined) onSaved(answer);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          required
          data-autofocus
          label={t('name')}
          description={t('name_hint')}
          maxLength={WEBHOOK_NAME_MAX}
          value={name}
          onChange={({ currentTarget }) => edited(setName)(currentTarget.value)}
        />
        <TextInput
          required
          type="url"
          label={t('address')}
          description={t('address_hint')}
          placeholder="https://tickets.example/hook"
          value={url}
          onChange={({ currentTarget }) => edited(setUrl)(currentTarget.value)}
        />
        {webhook === undefined && (
          <OnePlace right="members" label={t('place')} hint={t('place_hint')} value={node} onChange={edited(setNode)} />
        )}
        <EventFields value={events} onChange={edited(setEvents)} />
        {failure !== null && (
          <Alert color="error" role="alert">
            {failure}
          </Alert>
        )}
        <FormButtons
          submitLabel={webhook ? t('save') : t('create')}
          submitting={pending}
          submitDisabled={events.length === 0 || node === null}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

type EventsProps = { value: readonly WebhookEvent[]; onChange: (events: readonly WebhookEvent[]) => void };

function EventFields({ value, onChange }: EventsProps) {
  const { t } = useTranslation('webhooks');
  const all = value.length === WEBHOOK_EVENT_NAMES.length;
  return (
    <Fieldset variant="unstyled" legend={<Text fw={600}>{t('events')}</Text>}>
      <Button variant="subtle" size="compact-sm" mb="xs" onClick={() => onChange(all ? [] : [...WEBHOOK_EVENT_NAMES])}>
        {t(all ? 'choose_none' : 'choose_all')}
      </Button>
      <div className={classes.events}>
        {[...EVENT_GROUPS].map(([group, names]) => (
          <EventGroupFields key={group} group={group} names={names} value={value} onChange={onChange} />
        ))}
      </div>
    </Fieldset>
  );
}

function EventGroupFields({
  group,
  names,
  value,
  onChange,
}: EventsProps & { group: EventGroup; names: readonly WebhookEvent[] }) {
  const { t } = useTranslation('webhooks');
  return (
    <Checkbox.Group
      label={t(`groups.${group}`)}
      value={value.filter((name) => names.includes(name))}
      onChange={(choices) =>
        onChange(WEBHOOK_EVENT_NAMES.filter((name) => (names.includes(name) ? choices : value).includes(name)))
      }
    >
      <Stack gap={6} mt={4}>
        {names.map((name) => (
          <Checkbox key={name} value={name} label={t(`event.${eventKey(name)}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
