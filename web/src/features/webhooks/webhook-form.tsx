import { DialogForm, useFields } from '../../kit/panel/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@belfry/schemas/domain/webhook-events';
import { type Webhook, WEBHOOK_NAME_MAX } from '@belfry/schemas/http/webhooks';
import { Button, Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
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
  const [create] = useCreateWebhookMutation();
  const [change] = useChangeWebhookMutation();
  const { values, set, text, isDirty } = useFields({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    node: webhook?.company_id ?? null,
    events: webhook?.events ?? [],
  });
  const { node, ...fields } = values;
  return (
    <DialogForm<Webhook & Partial<ShownSecret>>
      title={webhook ? t('edit_of', { name: webhook.name }) : t('create')}
      size="lg"
      isDirty={isDirty}
      submitLabel={webhook ? t('save') : t('create')}
      call={
        fields.events.length === 0
          ? null
          : webhook
            ? () => change({ id: webhook.id, ...fields, enabled: webhook.enabled, revision: webhook.revision })
            : node === null
              ? null
              : () => create({ ...fields, company_id: node })
      }
      failed={t('save_failed')}
      onSaved={({ name, secret }) => {
        onClose();
        if (secret !== undefined) onCreated?.({ name, secret });
      }}
      onClose={onClose}
    >
      <TextInput
        required
        data-autofocus
        label={t('name')}
        description={t('name_hint')}
        maxLength={WEBHOOK_NAME_MAX}
        {...text('name')}
      />
      <TextInput
        required
        type="url"
        label={t('address')}
        description={t('address_hint')}
        placeholder="https://tickets.example/hook"
        {...text('url')}
      />
      {webhook === undefined && (
        <OnePlace
          right="members"
          label={t('place')}
          hint={t('place_hint')}
          value={node}
          onChange={(chosen) => set({ node: chosen })}
        />
      )}
      <EventFields value={fields.events} onChange={(events) => set({ events: [...events] })} />
    </DialogForm>
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
