import { type Destination, DESTINATION_SERVICES } from '@belfry/schemas/http/scenarios/destinations';
import { Alert, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { OnePlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FormButtons, FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useChangeDestinationMutation, useCreateDestinationMutation } from './scenarios-api.ts';

type Props = { destination?: Destination; onClose: () => void };

export function DestinationForm({ destination, onClose }: Props) {
  const { t } = useTranslation('scenarios');
  const title = destination ? t('edit_of', { name: destination.name }) : t('destinations.create');
  return (
    <FormDialog title={title} size="lg" onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <Fields
          destination={destination}
          onDirty={onDirty}
          onCancel={onCancel}
          onSaved={() => {
            onDirty(false);
            onClose();
          }}
        />
      )}
    </FormDialog>
  );
}

type FieldsProps = {
  destination: Destination | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

/** `Name: value`, one in a line. */
const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );

function Fields({ destination, onDirty, onCancel, onSaved }: FieldsProps) {
  const { t } = useTranslation('scenarios');
  const { act, pending, failure } = useAct({ inline: true });
  const [create] = useCreateDestinationMutation();
  const [change] = useChangeDestinationMutation();
  const [name, setName] = useState(destination?.name ?? '');
  const [service, setService] = useState(destination?.service ?? 'teams');
  const [chat_id, setChatId] = useState(destination?.chat_id ?? '');
  const [url, setUrl] = useState('');
  const [headers, setHeaders] = useState('');
  const [node, setNode] = useState<number | null>(destination?.company_id ?? null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const failed = t('save_failed');
    const secrets = { ...(url !== '' && { url }), ...(headers !== '' && { headers: headersIn(headers) }) };
    const fields = { name, service, chat_id, ...secrets };
    if (destination) {
      const { id, revision } = destination;
      if ((await act(() => change({ id, ...fields, revision }), { failed })) !== undefined) onSaved();
    } else if (node !== null) {
      if ((await act(() => create({ ...fields, company_id: node }), { failed })) !== undefined) onSaved();
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} onChange={() => onDirty(true)}>
      <Stack gap="md">
        <TextInput
          required
          data-autofocus
          label={t('name')}
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FilterSelect
          label={t('destinations.service')}
          choices={DESTINATION_SERVICES}
          value={service}
          labelOf={(each) => t(`service.${each}`)}
          onChange={setService}
        />
        <TextInput
          required={destination === undefined}
          label={t('destinations.url')}
          description={destination ? t('destinations.url_kept', { host: destination.host }) : t(`url_hint.${service}`)}
          autoComplete="off"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        {service === 'telegram' && (
          <TextInput
            required
            label={t('destinations.chat_id')}
            maxLength={100}
            value={chat_id}
            onChange={({ currentTarget }) => setChatId(currentTarget.value)}
          />
        )}
        {service === 'http' && (
          <Textarea
            label={t('destinations.headers')}
            description={
              destination && destination.header_names.length > 0
                ? t('destinations.headers_kept', { names: destination.header_names.join(', ') })
                : t('destinations.headers_hint')
            }
            autosize
            minRows={2}
            value={headers}
            onChange={({ currentTarget }) => setHeaders(currentTarget.value)}
          />
        )}
        {destination === undefined && (
          <OnePlace
            right="members"
            label={t('place')}
            hint={t('destinations.place_hint')}
            value={node}
            onChange={setNode}
          />
        )}
        {failure !== null && (
          <Alert color="error" role="alert">
            {failure}
          </Alert>
        )}
        <FormButtons
          submitLabel={destination ? t('save') : t('destinations.create')}
          submitting={pending}
          submitDisabled={node === null}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
