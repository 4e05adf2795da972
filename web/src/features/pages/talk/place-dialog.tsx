import { Button, Input, Stack, TextInput } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { targetsSchema, type TargetsInput } from '@belfry/schemas/domain/targets';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormButtons, FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PLACE_NAME_MAX, type SavedPlace } from '../stored.ts';

type Props = {
  /** undefined: a new one. */
  place: SavedPlace | undefined;
  renderPicker: (value: TargetsInput, onChange: (value: TargetsInput) => void) => ReactNode;
  onSave: (place: SavedPlace) => void;
  onRemove: (id: string) => void;
  onClose: () => void;
};

/** The name of a saved place, and what it stands for. */
export function PlaceDialog({ place, renderPicker, onSave, onRemove, onClose }: Props) {
  const { t } = useTranslation(['pages', 'common']);
  const [name, setName] = useState(place?.name ?? '');
  const [targets, setTargets] = useState<TargetsInput>(place?.targets ?? {});
  const [checked, setChecked] = useState(false);
  const isNamed = name.trim() !== '';
  const read = targetsSchema.safeParse(targets);
  const submit = (): void => {
    setChecked(true);
    if (!isNamed || !read.success) return;
    onSave({ id: place?.id ?? randomId('place-'), name: name.trim(), targets: read.data });
    onClose();
  };
  return (
    <FormDialog title={t(place ? 'talk.edit_title' : 'talk.add')} onClose={onClose}>
      {({ onCancel, onDirty }) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack gap="md">
            <TextInput
              label={t('talk.name')}
              withAsterisk
              maxLength={PLACE_NAME_MAX}
              value={name}
              error={checked && !isNamed && t('talk.name_missing')}
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
            <FormButtons submitLabel={t('talk.save')} submitting={false} onCancel={onCancel}>
              {place && (
                <Button
                  variant="subtle"
                  color="error"
                  onClick={() => {
                    onRemove(place.id);
                    onClose();
                  }}
                >
                  {t('talk.remove')}
                </Button>
              )}
            </FormButtons>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
