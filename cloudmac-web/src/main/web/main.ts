// SPDX-License-Identifier: Apache-2.0
import 'uplot/dist/uPlot.min.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './page.css';

mount(App, { target: document.getElementById('page')! });
