import { FLOOR_PLAN_MAX_BYTES, FLOOR_PLAN_TYPES } from '@belfry/schemas/http/map/floor-plans';
import { Button, FileButton, Group } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useRemoveFloorPlanMutation, useUploadFloorPlanMutation } from '../map-api.ts';

const ACCEPTED = Object.values(FLOOR_PLAN_TYPES).join(',');

/** Uploads, replaces or removes the image of a floor plan. */
export function PlanUpload({ companyId, hasImage }: { companyId: number; hasImage: boolean }) {
  const { t } = useTranslation('map');
  const errorText = useErrorMessage();
  const [upload, uploading] = useUploadFloorPlanMutation();
  const [remove, removing] = useRemoveFloorPlanMutation();
  const [tooLarge, setTooLarge] = useState(false);
  const [asking, setAsking] = useState(false);
  const send = (file: File | null): void => {
    if (!file) return;
    setTooLarge(file.size > FLOOR_PLAN_MAX_BYTES);
    if (file.size <= FLOOR_PLAN_MAX_BYTES) void upload({ company_id: companyId, file });
  };
  const error = uploading.error ?? removing.error;
  return (
    <>
      {(tooLarge || error !== undefined) && (
        <Notice tone="error">{tooLarge ? t('plan.too_large') : errorText(error, t('plan.not_saved'))}</Notice>
      )}
      <Group gap="xs">
        <FileButton onChange={send} accept={ACCEPTED}>
          {(props) => (
            <Button
              {...props}
              variant={hasImage ? 'default' : 'filled'}
              loading={uploading.isLoading}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t(hasImage ? 'plan.replace' : 'plan.upload')}
            </Button>
          )}
        </FileButton>
        {hasImage && (
          <Button
            variant="light"
            color="error"
            loading={removing.isLoading}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('plan.remove')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('plan.remove_title')}
        confirmLabel={t('plan.remove')}
        tone="error"
        onConfirm={async () => {
          await remove(companyId);
        }}
        onClose={() => setAsking(false)}
      >
        {t('plan.remove_text')}
      </ConfirmDialog>
    </>
  );
}
