import './style/base.css'
import './app/page.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { reloadAfterUpdate, workOffline } from './app/offline.ts'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no element #app')
reloadAfterUpdate()
mount(App, { target })
workOffline()
