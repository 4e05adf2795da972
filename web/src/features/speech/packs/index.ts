export { InstallDialog } from './install-dialog.tsx';
export { NaturalVoice } from './natural-voice.tsx';
export { UploadDialog } from './upload-dialog.tsx';
