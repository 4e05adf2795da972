export { AddLoudspeaker } from './add-loudspeaker.tsx';
export { LabelForm } from './label-form.tsx';
export { AddPage } from './add-page.tsx';
export { AddLoudspeakerDialog, addLoudspeakerPath } from './add-loudspeaker-dialog.tsx';
