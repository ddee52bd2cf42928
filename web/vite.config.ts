import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const api = 'http://localhost:3000';

export default defineConfig({
  plugins: [reactRouter()],
  server: {
    port: 5173,
    proxy: { '/api': api, '/sandbox-pay': api, '/health': api },
  },
});
