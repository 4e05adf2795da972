export { type RegisterDevice, RegisterDeviceForm, useRegisterDeviceMutation } from './register-device.tsx';
