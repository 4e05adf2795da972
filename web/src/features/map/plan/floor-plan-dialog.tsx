import { type FloorPlan, FLOOR_PLAN_MAX_BYTES, FLOOR_PLAN_TYPES } from '@belfry/schemas/http/map/floor-plans';
import { Button, Group, Skeleton, Stack, Text, FileButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useMobile } from '../../../lib/use-breakpoint.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useGetFloorPlanQuery, useRemoveFloorPlanMutation, useUploadFloorPlanMutation } from '../map-api.ts';
import type { BranchDevice } from '../map-state.ts';
import { PlanDevices } from './plan-devices.tsx';
import { PlanPicture } from './plan-picture.tsx';
import { usePlanEditor } from './use-plan-editor.ts';
import classes from './plan.module.css';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';

type Props = {
  node: { company_id: number; name: string };
  devices: readonly BranchDevice[];
  mayEdit: boolean;
  onClose: () => void;
};

/** The floor plan of a node: where its devices are, and, for those who may change the node, how they get there; see TREE-62. */
export function FloorPlanDialog({ node, devices, mayEdit, onClose }: Props) {
  const { t } = useTranslation('map');
  const errorText = useErrorMessage();
  const mobile = useMobile();
  const { currentData, error, isFetching, refetch } = useGetFloorPlanQuery(node.company_id);
  return (
    <FormDialog
      title={t('plan.title', { name: node.name })}
      size="min(96vw, 1200px)"
      fullScreen={mobile}
      onClose={onClose}
    >
      {({ onDirty }) => {
        if (currentData) {
          return <Plan plan={currentData} name={node.name} devices={devices} mayEdit={mayEdit} onDirty={onDirty} />;
        }
        if (error === undefined) return <Skeleton height={320} aria-busy />;
        return (
          <ErrorState
            message={errorText(error, t('plan.error'))}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        );
      }}
    </FormDialog>
  );
}

type PlanProps = {
  plan: FloorPlan;
  name: string;
  devices: readonly BranchDevice[];
  mayEdit: boolean;
  onDirty: (dirty: boolean) => void;
};

function Plan({ plan, name, devices, mayEdit, onDirty }: PlanProps) {
  const { t } = useTranslation('map');
  const errorText = useErrorMessage();
  const editor = usePlanEditor(plan, devices);
  const { marks, dirty } = editor;
  const [selected, setSelected] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useReportedDirty(dirty, onDirty);
  /** The marker of a device is focused, so that the arrow keys move it. */
  useEffect(() => {
    if (selected !== null) box.current?.querySelector<HTMLElement>(`[data-serial="${selected}"]`)?.focus();
  }, [selected]);
  const { image } = plan;
  if (!image) {
    return (
      <Stack gap="md">
        <Text>{t(mayEdit ? 'plan.empty_edit' : 'plan.empty')}</Text>
        {mayEdit && <PlanUpload companyId={plan.company_id} hasImage={false} />}
      </Stack>
    );
  }
  const find = (serial: string): void => {
    setSelected(serial);
    box.current?.querySelector<HTMLElement>(`[data-serial="${serial}"]`)?.focus();
  };
  return (
    <Stack gap="md">
      {editor.error !== undefined && (
        <Notice tone="error">
          {editor.isConflict ? t('plan.conflict') : errorText(editor.error, t('plan.not_saved'))}
        </Notice>
      )}
      {mayEdit && (
        <Text size="sm" c="dimmed">
          {t('plan.help')}
        </Text>
      )}
      <div className={classes.plan} ref={box}>
        <PlanPicture
          companyId={plan.company_id}
          name={name}
          image={image}
          marks={marks}
          selected={selected}
          onSelect={setSelected}
          onPlace={mayEdit ? editor.place : undefined}
          onRemove={editor.remove}
        />
        <PlanDevices
          devices={devices}
          marks={marks}
          onAdd={
            mayEdit
              ? (serial) => {
                  editor.place(serial, 0.5, 0.5);
                  setSelected(serial);
                }
              : undefined
          }
          onRemove={editor.remove}
          onSelect={find}
        />
      </div>
      {mayEdit && (
        <Group justify="space-between" gap="sm">
          <PlanUpload companyId={plan.company_id} hasImage />
          <Group gap="sm">
            <Button variant="default" disabled={!dirty} onClick={editor.discard}>
              {t('plan.discard')}
            </Button>
            <Button disabled={!dirty} loading={editor.saving} onClick={() => void editor.submit()}>
              {t('plan.save')}
            </Button>
          </Group>
        </Group>
      )}
    </Stack>
  );
}

const ACCEPTED = Object.values(FLOOR_PLAN_TYPES).join(',');

/** Uploads, replaces or removes the image of a floor plan. */
function PlanUpload({ companyId, hasImage }: { companyId: number; hasImage: boolean }) {
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
