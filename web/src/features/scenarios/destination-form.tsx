import { type Destination, DESTINATION_SERVICES } from '@belfry/schemas/http/scenarios/destinations';
import { Textarea, TextInput } from '@mantine/core';
import { DialogForm, useFields } from '../../kit/panel/index.ts';
import { OnePlace } from '../../kit/where/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { FilterSelect } from '../../ui/filters/filter-bar.tsx';
import { useChangeDestinationMutation, useCreateDestinationMutation } from './scenarios-api.ts';

type Props = { destination?: Destination; onClose: () => void };

/** `Name: value`, one in a line. */
const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );

export function DestinationForm({ destination, onClose }: Props) {
  const { t } = useTranslation('scenarios');
  const [create] = useCreateDestinationMutation();
  const [change] = useChangeDestinationMutation();
  const { values, set, text, isDirty } = useFields({
    name: destination?.name ?? '',
    service: destination?.service ?? 'teams',
    chat_id: destination?.chat_id ?? '',
    url: '',
    headers: '',
    node: destination?.company_id ?? null,
  });
  const { name, service, chat_id, url, headers, node } = values;
  const secrets = { ...(url !== '' && { url }), ...(headers !== '' && { headers: headersIn(headers) }) };
  const fields = { name, service, chat_id, ...secrets };
  return (
    <DialogForm
      title={destination ? t('edit_of', { name: destination.name }) : t('destinations.create')}
      size="lg"
      isDirty={isDirty}
      submitLabel={destination ? t('save') : t('destinations.create')}
      call={
        destination
          ? () => change({ id: destination.id, ...fields, revision: destination.revision })
          : node === null
            ? null
            : () => create({ ...fields, company_id: node })
      }
      failed={t('save_failed')}
      onClose={onClose}
    >
      <TextInput required data-autofocus label={t('name')} maxLength={60} {...text('name')} />
      <FilterSelect
        label={t('destinations.service')}
        choices={DESTINATION_SERVICES}
        value={service}
        labelOf={(each) => t(`service.${each}`)}
        onChange={(chosen) => set({ service: chosen })}
      />
      <TextInput
        required={destination === undefined}
        label={t('destinations.url')}
        description={destination ? t('destinations.url_kept', { host: destination.host }) : t(`url_hint.${service}`)}
        autoComplete="off"
        {...text('url')}
      />
      {service === 'telegram' && (
        <TextInput required label={t('destinations.chat_id')} maxLength={100} {...text('chat_id')} />
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
          {...text('headers')}
        />
      )}
      {destination === undefined && (
        <OnePlace
          right="members"
          label={t('place')}
          hint={t('destinations.place_hint')}
          value={node}
          onChange={(chosen) => set({ node: chosen })}
        />
      )}
    </DialogForm>
  );
}
