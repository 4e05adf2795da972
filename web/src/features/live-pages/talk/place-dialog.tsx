import { Button, Input, Stack, TextInput } from '@mantine/core';
import { targetsSchema, type Targets, type TargetsInput } from '@belfry/schemas/domain/targets';
import { SAVED_PLACE_NAME_MAX, type SavedPlace } from '@belfry/schemas/http/live-pages/saved-places';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useDeletePlaceMutation, useReplacePlaceMutation, useSavePlaceMutation } from './use-saved-places.ts';

type Props = {
  /** undefined: a new one. */
  place: SavedPlace | undefined;
  renderPicker: (value: TargetsInput, onChange: (value: TargetsInput) => void) => ReactNode;
  onSaved: (place: SavedPlace) => void;
  onClose: () => void;
};

export function PlaceDialog({ place, onClose, ...props }: Props) {
  const { t } = useTranslation('live-pages');
  return (
    <FormDialog title={t(place ? 'talk.edit_title' : 'talk.add')} onClose={onClose}>
      {({ onCancel, onDirty }) => <Fields {...{ ...props, place, onClose, onCancel, onDirty }} />}
    </FormDialog>
  );
}

type FieldsProps = Props & { onCancel: () => void; onDirty: (dirty: boolean) => void };

function Fields({ place, renderPicker, onSaved, onClose, onCancel, onDirty }: FieldsProps) {
  const { t } = useTranslation('live-pages');
  const messageOf = useErrorMessage();
  const [name, setName] = useState(place?.name ?? '');
  const [targets, setTargets] = useState<TargetsInput>(place?.targets ?? {});
  const [checked, setChecked] = useState(false);
  const { keep, remove, isBusy, error } = useChanges(place);
  const isTaken = isApiError(error) && error.code === 'conflict';
  const isNamed = name.trim() !== '';
  const read = targetsSchema.safeParse(targets);
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (!isNamed || !read.success) return;
    const saved = await keep({ name: name.trim(), targets: read.data });
    if (!saved) return;
    onSaved(saved);
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('talk.name')}
          withAsterisk
          maxLength={SAVED_PLACE_NAME_MAX}
          value={name}
          error={(checked && !isNamed && t('talk.name_missing')) || (isTaken && t('talk.name_taken'))}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            onDirty(true);
          }}
        />
        {renderPicker(targets, (next) => {
          setTargets(next);
          onDirty(true);
        })}
        {checked && !read.success && <Input.Error role="alert">{t('obstacle.places')}</Input.Error>}
        {error !== undefined && !isTaken && (
          <Input.Error role="alert">{messageOf(error, t('talk.not_saved'))}</Input.Error>
        )}
        <FormButtons submitLabel={t('talk.save')} submitting={isBusy} onCancel={onCancel}>
          {place && (
            <Button
              variant="subtle"
              color="error"
              disabled={isBusy}
              onClick={() => void remove(place.id).then((isRemoved) => isRemoved && onClose())}
            >
              {t('talk.remove')}
            </Button>
          )}
        </FormButtons>
      </Stack>
    </form>
  );
}

function useChanges(place: SavedPlace | undefined) {
  const [save, saving] = useSavePlaceMutation();
  const [replace, replacing] = useReplacePlaceMutation();
  const [discard, discarding] = useDeletePlaceMutation();
  return {
    isBusy: saving.isLoading || replacing.isLoading || discarding.isLoading,
    error: saving.error ?? replacing.error ?? discarding.error,
    keep: async (body: { name: string; targets: Targets }): Promise<SavedPlace | undefined> =>
      (await (place ? replace({ id: place.id, ...body }) : save(body))).data,
    remove: async (id: number): Promise<boolean> => !('error' in (await discard({ id }))),
  };
}
