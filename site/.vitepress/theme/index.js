// The default theme of VitePress, with pictures that lead to the explorer.
import theme from 'vitepress/theme'
import './style.css'

export default theme
